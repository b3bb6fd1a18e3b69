import type { LineRef, MessageRef, Range, RewriteReason, Settings } from './event.ts'
import type { Message } from './message.ts'

/** A message of the window. */
export interface WindowMessage {
  readonly ref: MessageRef
  readonly turn: string
  /** ISO 8601 time of its line. */
  readonly at: string
  /** Its unique id, when it has one. */
  readonly id?: string
  readonly hash: string
  readonly message: Message
  /** Of a derived message: the ranges it stands for, and those of them that only it still stands for. */
  readonly of?: readonly Range[]
  readonly left?: readonly Range[]
}

/** A turn that nobody has ended yet. */
export interface OpenTurn {
  readonly turn: string
  readonly w: string
  /** ISO 8601 time of the last line of the turn. */
  readonly at: string
}

export interface RewriteSummary {
  readonly ref: LineRef
  readonly reason: RewriteReason
  readonly at: string
  readonly before: number
  readonly after: number
  readonly undone: boolean
  /** Of an undo: the rewrite it takes back. */
  readonly undoes?: LineRef
  /** How many messages had been said before it, as far as this fold knows. */
  readonly said: number
}

/** A point the person can rewind to. */
export interface Checkpoint {
  readonly label: string
  readonly at: string
  /** The last message before it; null is the empty window. */
  readonly last: MessageRef | null
  readonly digest: string
}

export interface FoldProblem {
  readonly kind: 'gap' | 'counter-reused' | 'id-conflict' | 'unresolved' | 'newer' | 'foreign'
  readonly detail: string
  readonly ref?: LineRef
}

/** What is true of a conversation after the lines folded so far; a later fold can continue from it. */
export interface ConversationState {
  readonly window: readonly WindowMessage[]
  readonly settings: Settings
  /** The set title, else the first words a person said, else the empty string. */
  readonly title: string
  /** The last name a mark gave it. */
  readonly name: string | undefined
  /** True when the last life-cycle mark says that it was deleted. */
  readonly deleted: boolean
  readonly forkedFrom: Readonly<Record<string, unknown>> | undefined
  readonly openTurns: readonly OpenTurn[]
  readonly checkpoints: readonly Checkpoint[]
  /** How many rewrites there were. */
  readonly rewrites: number
  readonly problems: readonly FoldProblem[]
  /** The first words a person said, as a title; kept even when they leave the window. */
  readonly firstWords: string
  /** ISO 8601 time of the first line, or of the first message when that is earlier; undefined without lines. */
  readonly createdAt: string | undefined
  /** Time of the newest message, milliseconds since the epoch. */
  readonly updatedAt: number | undefined
  /** Every line folded. */
  readonly seen: readonly Range[]
  /** `from` of every edit and adopt line folded. */
  readonly adopted: readonly string[]
  /** True when a message outside the window has an id that cannot be told from its line. */
  readonly hiddenIds: boolean
  /** The last line folded. */
  readonly last: LineRef | undefined
}
