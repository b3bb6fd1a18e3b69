import type { MessageRef } from './event.ts'
import type { Message } from './message.ts'

/**
 * Why a message of the record is not in the window any more: `live` is in it; `compacted` and `rewound` were taken
 * out by a rewrite; `removed` was taken out by a hand edit; `missing` is a place whose line cannot be read.
 */
export type RecordState = 'live' | 'compacted' | 'rewound' | 'removed' | 'missing'

/** The bytes on the disk that say what a message says. */
export interface MessageLocation {
  /** Path under the home folder, with `/` between its names. */
  readonly path: string
  /** Byte offset and length of the message's own JSON, or of the transcript line that holds it. */
  readonly offset: number
  readonly length: number
  /** CRC-32 of those bytes. */
  readonly crc: number
}

export interface RecordMessage {
  /** Ordinal in the record, 0-based; never renumbered. */
  readonly position: number
  readonly message: Message
  readonly state: RecordState
  /** Groups the messages of one turn; empty when the source knows no turns. */
  readonly turn: string
  /** Milliseconds since the epoch, or undefined when nothing at all is known. */
  readonly at: number | undefined
  /** True when `at` was guessed from the session instead of the message. */
  readonly approximate: boolean
  /** A summary or stub whose originals are in the record too: shown, but not ranked. */
  readonly derived: boolean
  /** For role `tool`: the name in the call it answers, when that call is in the record. */
  readonly toolName?: string
  /** It is missing because a person wanted it to be forgotten. */
  readonly forgotten?: true
  readonly ref?: MessageRef
  /** Undefined when no single place says it, for example after a change by hand. */
  readonly location?: MessageLocation
}

/** Where an imported conversation came from. */
export interface RecordSource {
  readonly tool: string
  readonly [key: string]: unknown
}

/** Something in a file that could not be read; it is kept there, counted and named. */
export interface Damage {
  readonly file: string
  /** Byte offset and length of what could not be read. */
  readonly offset: number
  readonly length: number
  readonly reason: string
}

/** Everything ever said in one conversation: what search and `get` read. */
export interface ConversationRecord {
  readonly name: string
  /** Identity of the conversation (its transcript id), or of the session file when there is no transcript. */
  readonly id: string
  /** Identity of the oldest conversation it was forked from; its own id when it is no fork. */
  readonly family: string
  readonly title: string
  readonly machine: boolean
  readonly private: boolean
  readonly source: RecordSource | undefined
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly messages: readonly RecordMessage[]
  readonly damage: readonly Damage[]
}
