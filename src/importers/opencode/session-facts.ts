import type { ImportFacts } from '../importer.ts'
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
