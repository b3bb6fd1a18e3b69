import type { SessionSummary } from '../../chatcli.ts'
import { pageCursor, placeOf } from './page-cursor.ts'

export interface SessionsPage {
  readonly sessions: readonly SessionSummary[]
  /** How many are behind it. */
  readonly more: number
  readonly nextCursor: string | undefined
}

/**
 * A page of sessions, newest first. A cursor is a place between two of them, so that none is given twice or left out
 * because others were written meanwhile; one that was written itself is at the front.
 *
 * @param all newest first, then by name
 * @throws ProtocolError `-32602` for a cursor of another list
 */
export function pageOfSessions(
  all: readonly SessionSummary[],
  {
    list,
    cursor,
    limit,
  }: { readonly list: string; readonly cursor: string | undefined; readonly limit: number },
): SessionsPage {
  const place = placeOf(list, cursor) as readonly [number, string] | undefined
  const begin = place === undefined ? 0 : all.findIndex((session) => isBehind(session, place))
  const start = begin < 0 ? all.length : begin
  const sessions = all.slice(start, start + limit)
  const more = all.length - start - sessions.length
  const last = sessions.at(-1)
  const nextCursor =
    more > 0 && last !== undefined ? pageCursor(list, [last.updatedAt, last.name]) : undefined
  return { sessions, more, nextCursor }
}

function isBehind({ updatedAt, name }: SessionSummary, [at, before]: readonly [number, string]): boolean {
  return updatedAt < at || (updatedAt === at && name > before)
}
