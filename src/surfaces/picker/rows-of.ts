import type { SessionSummary, TrashEntry } from '../../chatcli.ts'
import type { PickerList } from '../../commands/picker/picker-memory.ts'
import type { MessageHit, SearchResult, SessionHit } from '../../search/search-result.ts'
import type { Scope, Sort } from './picker-scope.ts'

/** A session in the list of the picker. */
export interface PickerRow {
  readonly name: string
  readonly title: string
  /** Milliseconds since the epoch; of a session in the trash, when it was deleted. */
  readonly at: number
  /** In its window; undefined when that is not known. */
  readonly messages: number | undefined
  readonly isPinned: boolean
  readonly isPrivate: boolean
  readonly isInterrupted: boolean
  readonly isInTrash: boolean
  readonly source: string | undefined
  /** How many messages match, undefined when nothing is looked for. */
  readonly matches: number | undefined
  readonly missing: readonly string[]
  /** Its strongest sentences, best first. */
  readonly hits: readonly MessageHit[]
}

interface Shown {
  readonly list: PickerList | undefined
  readonly trash: readonly TrashEntry[] | undefined
  readonly answer: SearchResult | undefined
  readonly scope: Scope
  readonly sort: Sort
  readonly query: string
}

/** What the list shows: the answer to the query, or everything without one; of the scope, in the order asked for. */
export function rowsOf({ list, trash, answer, scope, sort, query }: Shown): readonly PickerRow[] {
  const words = query.trim()
  if (scope === 'trash') return trashRows(trash ?? [], words)
  const isInScope = (session: SessionSummary | undefined): boolean =>
    session === undefined || belongs(session, scope)
  if (words === '' || answer === undefined) {
    if (list === undefined || words !== '') return []
    const rows = list.sessions.filter(isInScope).map(rowOfSession)
    return sort === 'length' ? byLength(rows) : sort === 'recency' ? rows : pinnedFirst(rows)
  }
  const summaries = new Map(list?.sessions.map((session) => [session.name, session]))
  const found = answer.sessions
    .filter(({ name }) => isInScope(summaries.get(name)))
    .map((hit) => rowOfHit(hit, summaries.get(hit.name)))
  const rows = withNamed(found, list, words, isInScope)
  if (sort === 'recency') return rows.toSorted((a, b) => b.at - a.at)
  return sort === 'length' ? byLength(rows) : rows
}

function belongs({ machine, interrupted }: SessionSummary, scope: Scope): boolean {
  if (scope === 'named') return !machine && !interrupted
  if (scope === 'machine') return machine && !interrupted
  return scope !== 'interrupted' || interrupted
}

/** A session whose name is what was typed goes first, one whose name only holds it goes last. */
function withNamed(
  found: readonly PickerRow[],
  list: PickerList | undefined,
  words: string,
  isInScope: (session: SessionSummary) => boolean,
): readonly PickerRow[] {
  if (/\s/.test(words) || list === undefined) return found
  const lower = words.toLowerCase()
  const known = new Set(found.map(({ name }) => name))
  const named = list.sessions.filter(
    (session) => session.name.toLowerCase().includes(lower) && !known.has(session.name) && isInScope(session),
  )
  const rows = [...found, ...named.slice(0, 50).map(rowOfSession)]
  const exact = rows.find(({ name }) => name.toLowerCase() === lower)
  return exact === undefined ? rows : [exact, ...rows.filter((row) => row !== exact)]
}

function rowOfSession(session: SessionSummary): PickerRow {
  return {
    name: session.name,
    title: session.title,
    at: session.updatedAt,
    messages: session.messages,
    isPinned: session.pinned,
    isPrivate: session.private,
    isInterrupted: session.interrupted,
    isInTrash: false,
    source: session.source?.tool,
    matches: undefined,
    missing: [],
    hits: [],
  }
}

function rowOfHit(hit: SessionHit, session: SessionSummary | undefined): PickerRow {
  const isRecent = hit.tier === 'recent'
  return {
    name: hit.name,
    title: hit.title,
    at: hit.updatedAt === '' ? (session?.updatedAt ?? 0) : Date.parse(hit.updatedAt),
    messages: session?.messages,
    isPinned: session?.pinned === true,
    isPrivate: session?.private === true,
    isInterrupted: session?.interrupted === true,
    isInTrash: false,
    source: hit.source,
    matches: isRecent ? undefined : hit.matches,
    missing: hit.missing,
    hits: hit.messages,
  }
}

function trashRows(trash: readonly TrashEntry[], words: string): PickerRow[] {
  const lower = words.toLowerCase()
  return trash
    .filter(({ name }) => name.toLowerCase().includes(lower))
    .map(({ name, deletedAt }) => ({
      name,
      title: '',
      at: deletedAt,
      messages: undefined,
      isPinned: false,
      isPrivate: false,
      isInterrupted: false,
      isInTrash: true,
      source: undefined,
      matches: undefined,
      missing: [],
      hits: [],
    }))
    .toSorted((a, b) => b.at - a.at)
}

function pinnedFirst(rows: readonly PickerRow[]): readonly PickerRow[] {
  const pinned = rows.filter(({ isPinned }) => isPinned)
  return pinned.length === 0 ? rows : [...pinned, ...rows.filter(({ isPinned }) => !isPinned)]
}

function byLength(rows: readonly PickerRow[]): readonly PickerRow[] {
  return rows.toSorted((a, b) => (b.messages ?? 0) - (a.messages ?? 0))
}
