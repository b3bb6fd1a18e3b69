import type { Message } from './message.ts'
import type { ConversationRecord, RecordMessage } from './record.ts'

/** A record of these messages, live and without times. */
export function sampleRecord(messages: readonly Message[]): ConversationRecord {
  return {
    name: 'demo',
    id: 'tr-1',
    family: 'tr-1',
    title: 'A demo',
    machine: false,
    private: false,
    source: undefined,
    createdAt: 0,
    updatedAt: 0,
    damage: [],
    messages: messages.map((message, position): RecordMessage => ({
      position,
      message,
      state: 'live',
      turn: 't',
      at: undefined,
      approximate: true,
      derived: false,
    })),
  }
}
