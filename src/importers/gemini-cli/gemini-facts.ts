import type { ImportedMessage, ImportFacts } from '../importer.ts'
import { type Fields, textOf } from '../shared/fields.ts'
import { type GatheredFacts, knownFacts } from '../shared/known-facts.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** What the place of a file tells. */
export interface GeminiPlace {
  /** Native id, or what the name has of it. */
  readonly id: string
  readonly cwd: string | undefined
  /** Native id of the conversation that a sub-agent worked for. */
  readonly parent: string | undefined
}

/** Gathers what is known of a conversation beside its messages. */
export class GeminiFacts {
  readonly #facts: GatheredFacts

  constructor({ id, cwd, parent }: GeminiPlace) {
    this.#facts = { id, cwd, parent, kind: parent === undefined ? undefined : 'sub-agent' }
  }

  get id(): string {
    return this.#facts.id
  }

  /** The members of a session beside its messages, or some of them. */
  header({ sessionId, summary, startTime, lastUpdated }: Fields): void {
    const facts = this.#facts
    const title = textOf(summary)
    facts.id = textOf(sessionId) ?? facts.id
    facts.title = title === undefined ? facts.title : wellFormed(title)
    facts.startedAt = timeOf(startTime) ?? facts.startedAt
    facts.updatedAt = timeOf(lastUpdated) ?? facts.updatedAt
  }

  said(record: Fields, { at, branch }: ImportedMessage): void {
    const facts = this.#facts
    if (branch === 'active') facts.model = textOf(record['model']) ?? facts.model
    if (at !== undefined && at > (facts.updatedAt ?? 0)) facts.updatedAt = at
  }

  facts(): ImportFacts {
    return knownFacts(this.#facts)
  }
}
