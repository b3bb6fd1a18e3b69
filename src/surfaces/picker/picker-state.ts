import type { TrashEntry } from '../../chatcli.ts'
import type { PickerList, PickerPreview } from '../../commands/picker/picker-memory.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import type { SearchResult } from '../../search/search-result.ts'
import type { TypedLine } from './edit-line.ts'
import type { Key } from './key.ts'
import type { Scope, Sort } from './picker-scope.ts'
import type { PickerRow } from './rows-of.ts'

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** A name that is being asked for, for something that is done with a session. */
export interface NamePrompt {
  readonly kind: 'rename' | 'fork'
  readonly name: string
  readonly position: number | undefined
  readonly line: TypedLine
}

/** What is told in the row of hints until the next key; a failure is set off. */
export interface PickerNotice {
  readonly text: string
  readonly isFailure: boolean
}

/** Everything the screen shows depends on this. */
export interface PickerState {
  readonly size: ScreenSize
  /** Where letters go: into the query, or to the list as commands. */
  readonly focus: 'query' | 'list'
  readonly query: TypedLine
  readonly scope: Scope
  readonly sort: Sort
  /** Undefined until it has been read. */
  readonly list: PickerList | undefined
  readonly trash: readonly TrashEntry[] | undefined
  readonly answer: SearchResult | undefined
  /** What the list shows. */
  readonly rows: readonly PickerRow[]
  /** Of `rows`: the chosen one, and the first that is shown. */
  readonly selected: number
  readonly top: number
  /** The message of the chosen session that Enter opens; undefined is its best one. */
  readonly position: number | undefined
  readonly preview: PickerPreview | undefined
  /** Lines the preview was moved from its match. */
  readonly previewScroll: number
  /** The list is not yet what was asked for. */
  readonly isSearching: boolean
  /** The best session is to be opened as soon as it is known. */
  readonly isOpening: boolean
  /** The first line of the help that is shown; undefined without it. */
  readonly helpTop: number | undefined
  readonly prompt: NamePrompt | undefined
  readonly notice: PickerNotice | undefined
  /** Sessions of the first index so far, while it is made. */
  readonly progress: { readonly done: number; readonly total: number } | undefined
  /** What takes back what was done, the last at the end. */
  readonly undo: readonly PickerDeed[]
}

/** What changes something, or takes something along. */
export type PickerDeed =
  | { readonly kind: 'trash'; readonly name: string }
  | { readonly kind: 'restore'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | {
      readonly kind: 'fork'
      readonly name: string
      readonly to: string
      readonly position: number | undefined
    }
  | { readonly kind: 'pin'; readonly name: string; readonly isPinned: boolean }
  | { readonly kind: 'export'; readonly name: string }
  | { readonly kind: 'copy-message'; readonly name: string; readonly position: number }
  | { readonly kind: 'copy-command'; readonly name: string }

/** What the world is to do for the picker. */
export type PickerEffect =
  | { readonly kind: 'list' }
  | { readonly kind: 'read-trash' }
  /** Once nothing was typed for a moment; an empty query has no answer. */
  | { readonly kind: 'search'; readonly query: string; readonly most: number }
  | {
      readonly kind: 'preview'
      readonly name: string
      readonly query: string
      readonly position: number | undefined
    }
  | PickerDeed
  /** Does it, and does not remember that it was done. */
  | { readonly kind: 'take-back'; readonly deed: PickerDeed }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'finish'; readonly result: PickResult | undefined }

/** What happens to the picker. */
export type PickerEvent =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'resized'; readonly size: ScreenSize }
  | { readonly kind: 'listed'; readonly list: PickerList }
  | { readonly kind: 'trash-read'; readonly trash: readonly TrashEntry[] }
  | { readonly kind: 'answered'; readonly query: string; readonly answer: SearchResult }
  | { readonly kind: 'previewed'; readonly preview: PickerPreview }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** Something was done; `undo` takes it back, and the list is read again when it `changed`. */
  | {
      readonly kind: 'done'
      readonly notice: string
      readonly isChange: boolean
      readonly undo?: PickerDeed
    }
  | { readonly kind: 'failed'; readonly message: string; readonly what: PickerEffect['kind'] }
