import type { ImportedMessage, ImportFacts } from '../importer.ts'
import { type Fields, textOf } from '../shared/fields.ts'
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
  readonly #place: GeminiPlace
  #id: string
  #title: string | undefined
  #model: string | undefined
  #startedAt: number | undefined
  #updatedAt: number | undefined

  constructor(place: GeminiPlace) {
    this.#place = place
    this.#id = place.id
  }

  get id(): string {
    return this.#id
  }

  /** The members of a session beside its messages, or some of them. */
  header({ sessionId, summary, startTime, lastUpdated }: Fields): void {
    this.#id = textOf(sessionId) ?? this.#id
    this.#title = textOf(summary) ?? this.#title
    this.#startedAt = timeOf(startTime) ?? this.#startedAt
    this.#updatedAt = timeOf(lastUpdated) ?? this.#updatedAt
  }

  said(record: Fields, { at, branch }: ImportedMessage): void {
    if (branch === 'active') this.#model = textOf(record['model']) ?? this.#model
    if (at !== undefined && at > (this.#updatedAt ?? 0)) this.#updatedAt = at
  }

  facts(): ImportFacts {
    const { cwd, parent } = this.#place
    return {
      id: this.#id,
      ...(this.#title === undefined ? {} : { title: wellFormed(this.#title) }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(this.#model === undefined ? {} : { model: this.#model }),
      ...(parent === undefined ? {} : { parent, kind: 'sub-agent' }),
      ...(this.#startedAt === undefined ? {} : { startedAt: this.#startedAt }),
      ...(this.#updatedAt === undefined ? {} : { updatedAt: this.#updatedAt }),
    }
  }
}
