import type { KnowledgeBase } from './knowledge-base.ts'
import type { KnowledgeHit } from './knowledge-types.ts'

/** What is told with a turn. */
export interface InjectedPassages {
  /** The passages with their citations `source:start-end`, not fenced yet; empty when nothing answers. */
  readonly text: string
  readonly hits: readonly KnowledgeHit[]
}

/** The passages of several bases that answer a person's words best, as many as the budget (bytes of UTF-8) holds. */
export function passagesFor(
  _words: string,
  _bases: readonly KnowledgeBase[],
  _budgetBytes: number,
): InjectedPassages {
  return { text: '', hits: [] }
}
