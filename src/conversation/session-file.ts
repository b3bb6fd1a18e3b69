import type { LineRef, MessageRef, Range } from './event.ts'
import type { Checkpoint, OpenTurn } from './fold-state.ts'
import type { Message } from './message.ts'
import type { RecordSource, RecordState } from './record.ts'

/** Sessions are written in this format version; a file of a higher one is never written over. */
export const SESSION_VERSION = 2

/** Where in its transcript a snapshot was taken, and what a fold needs to continue there. */
export interface FoldMark {
  readonly version: 1
  /** Byte offset behind the last line folded. */
  readonly offset: number
  /** That line, and the CRC it ends with: the mark is used only when the line that ends at `offset` is this one. */
  readonly last: LineRef
  readonly crc: string
  readonly open_turns: readonly OpenTurn[]
  readonly rewrites: number
  readonly seen: readonly Range[]
  readonly adopted: readonly string[]
  readonly hidden_ids: boolean
  readonly first_words: string
  readonly forked_from?: Readonly<Record<string, unknown>>
}

/** A message in a session file: the published fields, and what ties it to its transcript. */
export interface StoredMessage extends Message {
  readonly ref?: MessageRef
  readonly turn?: string
  /** Of a derived message, see `WindowMessage`. */
  readonly of?: readonly Range[]
  readonly left?: readonly Range[]
  /** Of a message read from an export: when it was said at best guess, and why it was not in the window any more. */
  readonly said_at?: string
  readonly state?: RecordState
}

/** A session file of version 2, with the keys in the order they are written. */
export interface SessionFile {
  readonly version: number
  readonly id?: string
  readonly name?: string
  readonly title?: string
  /** ISO 8601. */
  readonly created_at?: string
  /** ISO 8601: the newest message. */
  readonly updated_at?: string
  /** How many messages `chat_history` has. */
  readonly messages?: number
  readonly machine?: boolean
  readonly private?: boolean
  readonly pinned?: boolean
  readonly source?: RecordSource
  readonly transcript_id?: string
  readonly fold?: FoldMark
  readonly snapshot_hash?: string
  readonly checkpoints?: readonly Checkpoint[]
  readonly attachments?: readonly unknown[]
  readonly archive_keys?: readonly string[]
  readonly cost?: unknown
  readonly chat_history: readonly StoredMessage[]
  /** Fields of other programs, kept as they came. */
  readonly other: Readonly<Record<string, unknown>>
}

/** The fields this program knows, in the order they are written, without those of the histories. */
export const SESSION_KEYS = [
  'version',
  'id',
  'name',
  'title',
  'created_at',
  'updated_at',
  'messages',
  'machine',
  'private',
  'pinned',
  'source',
  'transcript_id',
  'fold',
  'snapshot_hash',
  'checkpoints',
  'attachments',
  'archive_keys',
  'cost',
] as const

export const HISTORY_KEYS = ['chat_history', 'agent_history', 'coder_history', 'shared_memory'] as const
