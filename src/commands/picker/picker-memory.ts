import type { SessionSummary, TrashEntry } from '../../chatcli.ts'
import type { MessageHit, Page, SearchResult } from '../../search/search-result.ts'

/** Everything that can be picked. */
export interface PickerList {
  /** Newest first. */
  readonly sessions: readonly SessionSummary[]
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[]
}

/** A session as the preview shows it. */
export interface PickerPreview {
  readonly name: string
  /** The page around `position`, or the end of the session. */
  readonly page: Page
  /** The message it is opened at, undefined when nothing was looked for. */
  readonly position: number | undefined
  /** The messages that match, in their order; at most 20. */
  readonly hits: readonly MessageHit[]
}

/**
 * What a picker reads, in its own time: no call blocks the one who asks for long.
 *
 * Every call rejects with a ChatCliError as the memory throws it.
 */
export interface PickerMemory {
  list(): Promise<PickerList>
  trash(): Promise<readonly TrashEntry[]>
  /** @param most sessions in the answer, at most 200 */
  search(query: string, most: number): Promise<SearchResult>
  /** @param position the message to open it at; the one that answers best when not given */
  preview(name: string, query: string, position: number | undefined): Promise<PickerPreview>
  close(): void
}
