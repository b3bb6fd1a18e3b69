import { typedLine } from './edit-line.ts'
import type { PickerEffect, PickerState, ScreenSize } from './picker-state.ts'

/** How a picker begins: with nothing read yet. */
export function startPickerState(
  query: string,
  size: ScreenSize,
): { readonly state: PickerState; readonly effects: readonly PickerEffect[] } {
  const words = query.trim()
  const state: PickerState = {
    size,
    focus: 'query',
    query: typedLine(query),
    scope: 'all',
    sort: 'relevance',
    list: undefined,
    trash: undefined,
    answer: undefined,
    rows: [],
    selected: 0,
    top: 0,
    position: undefined,
    preview: undefined,
    previewScroll: 0,
    isSearching: words !== '',
    isOpening: false,
    helpTop: undefined,
    prompt: undefined,
    notice: undefined,
    progress: undefined,
    undo: [],
  }
  const search: PickerEffect[] = words === '' ? [] : [{ kind: 'search', query: words, most: 50 }]
  return { state, effects: [{ kind: 'list' }, ...search] }
}
