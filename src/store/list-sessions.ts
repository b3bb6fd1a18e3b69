import { readCatalogue, rowOf } from './catalogue.ts'
import type { CatalogueRow } from './catalogue-row.ts'
import { sessionNotFound, sessionPath } from './read-session.ts'
import type { ListOptions, SessionList, SessionSummary } from './session-summary.ts'
import type { StoreContext } from './store-context.ts'

/** The sessions of a home, and the conversations that were interrupted; no session is read that did not change. */
export function listSessions(context: StoreContext, options: ListOptions = {}): SessionList {
  const { sort = 'recent', limit = Infinity, source, machine = true } = options
  const { rows, unreadable } = readCatalogue(context)
  const wanted = rows.filter(
    (row) => (machine || !row.machine) && (source === undefined || row.source?.tool === source),
  )
  const sorted = wanted.sort(ORDERS[sort])
  return {
    sessions: sorted.slice(0, limit).map(summary),
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
  if (own !== undefined && !('reason' in own)) return summary(own)
  const row = readCatalogue(context).rows.find((row) => row.name === name)
  if (row === undefined) throw sessionNotFound(name)
  return summary(row)
}

const byName = (a: CatalogueRow, b: CatalogueRow): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
const ORDERS = {
  recent: (a: CatalogueRow, b: CatalogueRow): number => b.updatedAt - a.updatedAt || byName(a, b),
  name: byName,
  size: (a: CatalogueRow, b: CatalogueRow): number => b.size - a.size || byName(a, b),
}

function summary(row: CatalogueRow): SessionSummary {
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
    transcriptId: row.transcriptId,
    interrupted: row.interrupted,
  }
}
