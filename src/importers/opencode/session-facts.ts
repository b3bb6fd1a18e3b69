import type { ImportFacts } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** What a session says of itself, in any generation. */
export interface SessionInfo {
  readonly id: string
  readonly title: string | undefined
  readonly directory: string | undefined
  readonly parent: string | undefined
  /** The session it was forked from. */
  readonly forkedFrom: string | undefined
  readonly model: string | undefined
  /** Milliseconds since the epoch. */
  readonly startedAt: number | undefined
  readonly updatedAt: number | undefined
}

/** What stands where a title is yet to come. */
const PLACEHOLDER = /^(New|Child) session - /

/** What the file of a session of the first generation says. */
export function storedInfo(id: string, info: Fields): SessionInfo {
  const time = fieldsOf(info['time'])
  return {
    id,
    title: textOf(info['title']),
    directory: textOf(info['directory']),
    parent: textOf(info['parentID']),
    forkedFrom: undefined,
    model: undefined,
    startedAt: timeOf(time['created']),
    updatedAt: timeOf(time['updated']),
  }
}

export function sessionFacts(info: SessionInfo, model: string | undefined): ImportFacts {
  const { id, title, directory, parent, forkedFrom, startedAt, updatedAt } = info
  const used = model ?? info.model
  return {
    id,
    ...(title === undefined || PLACEHOLDER.test(title) ? {} : { title: wellFormed(title) }),
    ...(directory === undefined ? {} : { cwd: directory }),
    ...(used === undefined ? {} : { model: used }),
    ...(parent !== undefined
      ? { parent, kind: 'sub-agent' }
      : forkedFrom !== undefined
        ? { parent: forkedFrom, kind: 'fork' }
        : {}),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  }
}
