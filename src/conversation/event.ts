import type { Message } from './message.ts'

/** Names a line for ever: the random id of its writer and that writer's counter. */
export type LineRef = readonly [w: string, n: number]

/** Names a message: a message line `[w, n]`, or the k-th message carried by a rewrite, edit or adopt line. */
export type MessageRef = LineRef | readonly [w: string, n: number, k: number]

/**
 * Names messages of one writer: `[w, from, to]` is every *message line* with `from ≤ n ≤ to`;
 * `[w, n, n, k]` is the k-th message carried by the line `(w, n)`.
 */
export type Range =
  | readonly [w: string, from: number, to: number]
  | readonly [w: string, n: number, n2: number, k: number]

/** Why a window was rewritten. */
export type RewriteReason =
  | 'compact'
  | 'trim'
  | 'microcompact'
  | 'dedup'
  | 'age'
  | 'repair'
  | 'rewind'
  | 'undo'

/** A derived message (a summary, a stub, a trimmed copy) and the ranges it stands for, in window order. */
export interface Put {
  readonly of: readonly Range[]
  readonly message: Message
}

export interface MessageBody {
  readonly kind: 'message'
  /** The writer's message counter, from 0: a gap means that a message is missing. */
  readonly m: number
  readonly id: string
  /** Hex SHA-256 of what the message says, see `messageHash`. */
  readonly hash: string
  readonly message: Message
}

export interface RewriteBody {
  readonly kind: 'rewrite'
  readonly reason: RewriteReason
  readonly removes: readonly Range[]
  readonly restores?: readonly Range[]
  readonly puts?: readonly Put[]
  /** With reason `undo`: the rewrite that is taken back. */
  readonly undoes?: LineRef
  /** How many messages the writer's window had before and after. */
  readonly before: number
  readonly after: number
  /** Hex SHA-256 over the ordered hashes of the window the writer saw, see `windowDigest`. */
  readonly digest: string
}

export interface Insertion {
  /** The message it stands behind; `null` is the start of the window. */
  readonly after: MessageRef | null
  readonly message: Message
}

/** A change by hand (`edit`) or by another program (`adopt`), found as a difference against the fold. */
export interface EditBody {
  readonly kind: 'edit' | 'adopt'
  /** Hex SHA-256 of the foreign file: a second line with the same value changes nothing. */
  readonly from: string
  readonly removes: readonly Range[]
  readonly changes: readonly (readonly [MessageRef, Message])[]
  /** The k-th insertion is addressed `[w, n, k]`. An insertion may stand behind an earlier one of the same line. */
  readonly inserts: readonly Insertion[]
}

/** Facts about the conversation; `null` takes a fact back. */
export interface Settings {
  readonly title?: string | null
  readonly attachments?: readonly unknown[] | null
  readonly cost?: unknown
  readonly private?: boolean | null
  readonly pinned?: boolean | null
  readonly archive_keys?: readonly string[] | null
  readonly [key: string]: unknown
}

export interface SetBody {
  readonly kind: 'set'
  readonly set: Settings
}

export type MarkName =
  | 'open'
  | 'close'
  | 'turn-end'
  | 'dispatch'
  | 'checkpoint'
  | 'named'
  | 'renamed'
  | 'deleted'
  | 'forked-from'

export interface MarkBody {
  readonly kind: 'mark'
  readonly mark: MarkName | (string & {})
  /** What the mark says, for example the process identity of `open` or the new name of `renamed`. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** A line whose text a person wanted to be forgotten: nothing of what it said is left, no hash of it either. */
export interface ForgottenBody {
  readonly kind: 'forgotten'
  /** The kind it was of. */
  readonly was: string
  /** Of a message: its counter, so that its position stays. */
  readonly m?: number
}

export type EventBody = MessageBody | RewriteBody | EditBody | SetBody | MarkBody | ForgottenBody

/** A line of a transcript: who wrote it, its place in that writer's sequence, when, in which turn, and what it says. */
export type TranscriptEvent = EventBody & {
  readonly v: number
  readonly w: string
  readonly n: number
  /** ISO 8601 with milliseconds, UTC. */
  readonly at: string
  readonly turn: string
  /** Something was taken out of it later, see {@link ForgottenBody}. */
  readonly redacted?: true
}
