import type { ImportFacts } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
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
  return knownFacts({
    id,
    title: title === undefined || PLACEHOLDER.test(title) ? undefined : wellFormed(title),
    cwd: directory,
    model: model ?? info.model,
    parent: parent ?? forkedFrom,
    kind: parent !== undefined ? 'sub-agent' : forkedFrom !== undefined ? 'fork' : undefined,
    startedAt,
    updatedAt,
  })
}
