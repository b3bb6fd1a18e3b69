import type { SearchResult, TimeRange } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'

const mostNamed = 5

/** What should be known beside an answer: how times were read, words nobody said, and what was not searched. */
export function searchNotes(result: SearchResult, text: Catalogue, timeZone: string | undefined): string[] {
  const { times, unknown, suggestions = [], coverage } = result
  const { unreadable, sessions, indexed, unsealed = [] } = coverage
  const named = unreadable.slice(0, mostNamed)
  return [
    ...times.map((time) => timeNote(time, text, timeZone)),
    ...suggestions.map(({ typed, read }) => text.readAs(sanitiseLine(typed), sanitiseLine(read))),
    ...(unknown.length === 0 ? [] : [text.unknownWords(unknown.map(sanitiseLine))]),
    ...(indexed < sessions ? [text.partlySearched(indexed, sessions)] : []),
    ...(unsealed.length === 0 ? [] : [text.foundUnsealed(unsealed.map(sanitiseLine))]),
    ...named.map(({ name, reason }) =>
      text.notSearched(sanitiseLine(name), sanitiseLine(text.fromStore(reason))),
    ),
    ...(unreadable.length > named.length ? [text.andMore(unreadable.length - named.length)] : []),
  ]
}

function timeNote(time: TimeRange, text: Catalogue, timeZone: string | undefined): string {
  const shown = (at: string | undefined): string | undefined => {
    const local = at === undefined ? undefined : localTime(at, timeZone)
    return local === undefined ? undefined : `${local.date} ${local.time.slice(0, 5)}`
  }
  return text.timeRead(sanitiseLine(time.phrase), shown(time.from), shown(time.to), time.hard)
}
