import type { RecordState } from '../conversation/record.ts'

/** Sums over everything that can be found; averages follow from them. */
export interface IndexTotals {
  readonly sessions: number
  /** Messages that can be found. */
  readonly messages: number
  /** Tokens of those messages. */
  readonly tokens: number
}

/** What is known of a session without reading it. Times are milliseconds since the epoch. */
export interface SessionFacts {
  readonly name: string
  readonly id: string
  readonly family: string
  readonly title: string
  readonly machine: boolean
  readonly source: string | undefined
  readonly updatedAt: number
  /** Tokens of its messages that can be found. */
  readonly tokens: number
}

/** Facts of every session, by its number, for steps that look at all of them. */
export interface SessionColumns {
  readonly tokens: Float64Array
  /** Messages that can be found. */
  readonly messages: Uint32Array
  /** Milliseconds since the epoch. */
  readonly updatedAt: Float64Array
  /** When its first and last messages were said; both NaN when that is not known of all. */
  readonly firstAt: Float64Array
  readonly lastAt: Float64Array
  /** 1 for sessions that nobody named. */
  readonly machine: Uint8Array
  /** A number for each family, from 0 to `familyCount` − 1. */
  readonly families: Uint32Array
  readonly familyCount: number
}

/**
 * The messages of one session that can be found, in order. A message is addressed by its ordinal in these arrays, which
 * have equal lengths.
 */
export interface MessageTable {
  /** Position in the record; ascending, but removed messages follow the others. */
  readonly positions: ArrayLike<number>
  /** Length in tokens. */
  readonly tokens: ArrayLike<number>
  /** Milliseconds since the epoch; NaN when unknown. */
  readonly at: ArrayLike<number>
  readonly roles: ArrayLike<string>
  /** Empty when the message is no tool result or the name is unknown. */
  readonly toolNames: ArrayLike<string>
  readonly states: ArrayLike<RecordState>
  /** Whether the time was guessed from the session. */
  readonly approximate: ArrayLike<boolean>
}

/** The sessions that hold a term, ascending; arrays of equal length. */
export interface SessionStream {
  readonly sessions: Uint32Array
  /** Occurrences of the term in the session's messages. */
  readonly frequencies: Uint32Array
  /** In how many messages it occurs; 0 when it is in the title or name only. */
  readonly messages: Uint32Array
  /** Occurrences in title and name. */
  readonly titles: Uint32Array
}

/** The messages of one session that hold a term: ordinals in its table, ascending; arrays of equal length. */
export interface MessageStream {
  readonly ordinals: ArrayLike<number>
  readonly frequencies: ArrayLike<number>
}

/**
 * What ranking needs of an index, whatever it is made of. Sessions are numbered from 0 to `totals.sessions` − 1; the
 * order of the numbers must not change any answer.
 */
export interface SearchIndex {
  readonly totals: IndexTotals
  readonly columns: SessionColumns
  facts(session: number): SessionFacts
  table(session: number): MessageTable
  sessionStream(term: string): SessionStream
  messageStream(term: string, session: number): MessageStream
  /** Text of a message, by its ordinal in the session's table. */
  text(session: number, ordinal: number): string
  /**
   * Every term that begins with `prefix`, in any order; a term may come twice. An index without it answers no `word*`
   * and mends no misspelt word.
   */
  terms?(prefix: string): Iterable<string>
  /**
   * The terms among those that begin with `marker` and the first letter of `word` which may be `marker` and a word one
   * slip away from it, in any order; some may be farther, and a term may come twice. Where it is missing all terms are
   * looked at.
   */
  near?(marker: string, word: string): Iterable<string>
  /** The same sessions with the messages that a hand edit removed. */
  withRemoved(): SearchIndex
}
