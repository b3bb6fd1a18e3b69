import type { SessionInfo } from '@agentclientprotocol/sdk/unstable'
import type { ServedStatus } from '../../commands/serving/served-status.ts'
import type { SessionSummary } from '../../chatcli.ts'
import { isSameFolder } from './is-same-folder.ts'
import { infoUpdate, sessionInfo } from './session-info.ts'

/** How many sessions one answer has. */
const pageSize = 50

export interface ListedSessions {
  readonly sessions: SessionInfo[]
  readonly nextCursor?: string
}

export interface ListSessionsOptions {
  /** What editors have talked in, newest first. */
  readonly served: readonly ServedStatus[]
  /** What the memory has. */
  readonly saved: readonly SessionSummary[]
  /** Absolute; only what belongs to this folder, or to none. */
  readonly cwd?: string | undefined
  /** Absolute; for a session that belongs to no folder. */
  readonly anywhere: string
  /** Those that this editor has open; others in which nothing was said are not listed. */
  readonly isOpen: (id: string) => boolean
  readonly cursor?: string | undefined
}

/**
 * A page of what an editor can take up: the sessions of editors and those that have a name, newest first. One that is
 * bound stands for the session it is bound to.
 *
 * @returns undefined for a cursor that is none
 */
export function listSessions(options: ListSessionsOptions): ListedSessions | undefined {
  const { served, saved, cwd, anywhere, isOpen, cursor } = options
  const position = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && position === undefined) return undefined
  const summaries = new Map(saved.map((summary) => [summary.name, summary]))
  const talked = served
    .filter(
      ({ messages, id, mirror, session }) =>
        messages > 0 || isOpen(id) || summaries.has(session ?? mirror ?? ''),
    )
    .map((status) => asSaved(status, summaries.get(status.session ?? status.mirror ?? '')))
  const bound = new Set(served.flatMap(({ session }) => session ?? []))
  const taken = new Set(served.map(({ id }) => id))
  const others = saved.filter(
    ({ name, machine, interrupted }) => !machine && !interrupted && !bound.has(name) && !taken.has(name),
  )
  const rows = [
    ...talked.map((status) => ({ at: status.updatedAt, info: sessionInfo(status), folder: status.cwd })),
    ...others.map((summary) => {
      const folder = folderOf(summary)
      const info = savedInfo(summary, folder ?? cwd ?? anywhere)
      // The one that was taken up under its id is in another conversation by now.
      const sessionId = taken.has(summary.id) ? summary.name : summary.id
      return { at: summary.updatedAt, info: { ...info, sessionId }, folder }
    }),
  ]
  const ordered = rows
    .filter(({ folder }) => cwd === undefined || folder === undefined || isSameFolder(folder, cwd))
    .sort((a, b) => b.at - a.at || order(a.info.sessionId, b.info.sessionId))
  const start =
    position === undefined
      ? 0
      : ordered.findIndex(
          ({ at, info }) =>
            at < position.at || (at === position.at && order(info.sessionId, position.id) > 0),
        )
  const page = start < 0 ? [] : ordered.slice(start, start + pageSize)
  const last = page.at(-1)
  const hasMore = last !== undefined && last !== ordered.at(-1)
  return {
    sessions: page.map(({ info }) => info),
    ...(hasMore ? { nextCursor: writeCursor({ at: last.at, id: last.info.sessionId }) } : {}),
  }
}

/** Others may have gone on in it since an editor was there; and it is as old as what was said last. */
function asSaved(status: ServedStatus, summary: SessionSummary | undefined): ServedStatus {
  if (summary === undefined) return status
  const { title, updatedAt, messages } = summary
  return { ...status, title, updatedAt, messages }
}

/** The row of a session of the memory that no editor has taken up. */
function savedInfo(summary: SessionSummary, cwd: string): SessionInfo {
  const { id, name, title, updatedAt, messages } = summary
  return { sessionId: id, cwd, ...infoUpdate({ session: name, title, updatedAt, messages }) }
}

/** Where a session that was taken in from another tool was at work. */
function folderOf({ source }: SessionSummary): string | undefined {
  const folder = source?.['cwd']
  return typeof folder === 'string' && /^(\/|[a-z]:[\\/])/i.test(folder) ? folder : undefined
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

interface Position {
  readonly at: number
  readonly id: string
}

function writeCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

function readCursor(cursor: string): Position | undefined {
  try {
    const given: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(given) || given.length !== 2) return undefined
    const [at, id] = given as readonly unknown[]
    return typeof at === 'number' && typeof id === 'string' ? { at, id } : undefined
  } catch {
    return undefined
  }
}
