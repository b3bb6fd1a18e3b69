import { readCatalogue, rowOf } from './catalogue.ts'
import type { CatalogueRow } from './catalogue-row.ts'
import { type GoneSources, goneSourcesOf } from './gone-sources.ts'
import { sessionNotFound, sessionPath } from './read-session.ts'
import type { ListOptions, SessionList, SessionSummary } from './session-summary.ts'
import type { StoreContext } from './store-context.ts'

/** The sessions of a home, and the conversations that were interrupted; no session is read that did not change. */
export function listSessions(context: StoreContext, options: ListOptions = {}): SessionList {
  const { sort = 'recent', limit = Infinity } = options
  const { rows, unreadable } = readCatalogue(context)
  const sorted = rows.filter(isListed(options)).sort(listOrders[sort])
  const shown = sorted.slice(0, limit)
  const gone = goneSourcesOf(context, shown)
  return {
    sessions: shown.map((row) => summary(row, gone)),
    total: sorted.length,
    unreadable: unreadable.map(({ name, code, reason }) => ({ name, code, reason })),
  }
}

/** Whether there is a session of that name, readable or not, or a conversation that was interrupted. */
export function sessionExists(context: StoreContext, name: string): boolean {
  // Ten thousand sessions take ten thousand looks; most questions are about one that has its file.
  if (context.disk.list(context.home.sessions).includes(`${name}.json`)) return true
  const { rows, unreadable } = readCatalogue(context)
  return [...rows, ...unreadable].some((row) => row.name === name)
}

/** @throws ChatCliError `not-found` */
export function summaryOf(context: StoreContext, name: string): SessionSummary {
  const path = sessionPath(context, name)
  const stat = context.disk.stat(path)
  const own = stat === undefined ? undefined : rowOf(context, name, path, stat)
  if (own !== undefined && !('reason' in own)) return summary(own, goneSourcesOf(context, [own]))
  const row = readCatalogue(context).rows.find((row) => row.name === name)
  if (row === undefined) throw sessionNotFound(name)
  return summary(row, goneSourcesOf(context, [row]))
}

type Listed = Pick<SessionSummary, 'name' | 'updatedAt' | 'size'>

const byName = (a: Listed, b: Listed): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** How a list is sorted. */
export const listOrders: Readonly<
  Record<NonNullable<ListOptions['sort']>, (a: Listed, b: Listed) => number>
> = {
  recent: (a, b) => b.updatedAt - a.updatedAt || byName(a, b),
  name: byName,
  size: (a, b) => b.size - a.size || byName(a, b),
}

/** Whether a list has a session. */
export function isListed({
  source,
  machine = true,
}: ListOptions): (row: Pick<CatalogueRow, 'machine' | 'source'>) => boolean {
  return (row) => (machine || !row.machine) && (source === undefined || row.source?.tool === source)
}

function summary(row: CatalogueRow, gone: GoneSources): SessionSummary {
  return {
    name: row.name,
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    messages: row.messages,
    size: row.size,
    machine: row.machine,
    private: row.private,
    pinned: row.pinned,
    source: row.source,
    ...(gone.has(row.id) ? { sourceGoneAt: gone.get(row.id) } : {}),
    transcriptId: row.transcriptId,
    interrupted: row.interrupted,
  }
}
