import { sanitiseLine } from '../../text/sanitise.ts'
import { paintLine } from './paint-line.ts'
import type { PickerState } from './picker-state.ts'
import type { RenderOptions } from './render-rows.ts'
import { span } from './span.ts'
import { wrapText } from './wrap-text.ts'

const mostNamed = 3

/** What stands in place of a list that has nothing to show, and what can be done about it. */
export function renderEmpty(state: PickerState, columns: number, options: RenderOptions): string[] {
  return sentences(state, options)
    .flatMap((sentence) => wrapText(sentence, Math.max(2, columns - 2)))
    .map((line) => paintLine([span(`  ${line}`)], { ...options, columns }))
}

function sentences(state: PickerState, { text }: RenderOptions): readonly string[] {
  const { picker } = text
  const { list, trash, answer, scope } = state
  const query = state.query.text.trim()
  if (scope === 'trash') {
    if (trash === undefined) return [picker.loading]
    return [trash.length === 0 ? picker.emptyTrash : picker.nothingFound(sanitiseLine(query))]
  }
  if (query === '') {
    if (list === undefined) return [picker.loading]
    const unreadable = list.unreadable.slice(0, mostNamed).map(unreadableLine)
    const empty = list.sessions.length === 0 ? picker.emptyStore : picker.emptyScope(picker.scopes[scope])
    return [...empty.split('\n'), ...unreadable]
  }
  if (answer === undefined) return [state.isSearching ? picker.searching : '']
  if (answer.sessions.length > 0) {
    return [picker.outsideScope(answer.sessions.length, picker.scopes[scope])]
  }
  const { unknown, suggestions = [], coverage } = answer
  return [
    picker.nothingFound(sanitiseLine(query)),
    ...suggestions.map(({ typed, read }) => picker.nearest(sanitiseLine(typed), sanitiseLine(read))),
    ...(unknown.length === 0 ? [] : [picker.unknownWords(unknown.map(sanitiseLine))]),
    picker.searched(coverage.indexed),
    ...coverage.unreadable.slice(0, mostNamed).map(unreadableLine),
    picker.fewer,
  ]

  function unreadableLine({ name, reason }: { readonly name: string; readonly reason: string }): string {
    return picker.unreadable(sanitiseLine(name), sanitiseLine(text.fromStore(reason)))
  }
}
