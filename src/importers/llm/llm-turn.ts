import type { ImportedMessage } from '../importer.ts'
import { textValue } from '../shared/database-values.ts'
import type { ForeignValue } from '../shared/foreign-database.ts'
import { timeOf } from '../shared/time-of.ts'
import type { ConversationNotes } from '../shared/database-conversations.ts'

/** A question with its answer: a row of either generation. Ids of both sort by time, and none is used twice. */
export interface LlmTurn {
  readonly id: string
  readonly conversation: string
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly model: string | undefined
  readonly messages: (notes: ConversationNotes) => Iterable<ImportedMessage>
}

/** Times are texts of UTC without a zone. */
export function utcOf(value: ForeignValue | undefined): number | undefined {
  const text = textValue(value)
  return text === undefined ? undefined : (timeOf(text) ?? timeOf(`${text}Z`))
}
