import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'

/** A message for a test: its text, or a text with whatever differs from a live message of the user. */
export type TestMessage =
  | string
  | (Partial<RecordMessage> & { readonly text: string; readonly role?: string })

/** A record for tests: messages a minute apart, ending at `updatedAt`. */
export function makeRecord(
  name: string,
  messages: readonly TestMessage[],
  facts: Partial<ConversationRecord> = {},
): ConversationRecord {
  const updatedAt = facts.updatedAt ?? Date.UTC(2025, 5, 1)
  return {
    name,
    id: name,
    family: name,
    title: '',
    machine: false,
    private: false,
    source: undefined,
    createdAt: updatedAt - messages.length * 60_000,
    updatedAt,
    damage: [],
    ...facts,
    messages: messages.map((given, position) => {
      const { text, role = 'user', ...rest } = typeof given === 'string' ? { text: given } : given
      return {
        position,
        message: { role, content: text },
        state: 'live',
        turn: '',
        at: updatedAt - (messages.length - 1 - position) * 60_000,
        approximate: false,
        derived: false,
        ...rest,
      }
    }),
  }
}
