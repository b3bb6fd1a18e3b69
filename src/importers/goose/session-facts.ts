import type { ImportFacts } from '../importer.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** What stands where a title is yet to come. */
const PLACEHOLDER = /^((new|cli) (session|chat))( \d+)?$/i

export interface GooseFacts {
  readonly id: string
  /** The first one that is a title counts. */
  readonly titles: readonly (string | undefined)[]
  readonly cwd: string | undefined
  readonly model?: string | undefined
  readonly parent?: string | undefined
  readonly isSubAgent?: boolean
  /** Milliseconds since the epoch. */
  readonly startedAt?: number | undefined
  readonly updatedAt?: number | undefined
}

export function gooseFacts(given: GooseFacts): ImportFacts {
  const { id, titles, cwd, model, parent, isSubAgent = false, startedAt, updatedAt } = given
  const title = titles.find((words) => words !== undefined && !PLACEHOLDER.test(words) && words !== id)
  return knownFacts({
    id,
    title: title === undefined ? undefined : wellFormed(title),
    cwd,
    model,
    parent,
    kind: isSubAgent || parent !== undefined ? 'sub-agent' : undefined,
    startedAt,
    updatedAt,
  })
}
