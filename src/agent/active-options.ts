import type { Later } from './snapshot-schedule.ts'

/** What a surface decides about the conversation it holds. */
export interface ActiveOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly later: Later
  /** Keep conversations that nobody named. */
  readonly autosave: boolean
  /** Bind to a named session, so that every turn goes there and what others write comes here. */
  readonly writeThrough: boolean
  /**
   * The name of the rolling copy that a conversation is kept in while nobody named it; undefined for none. Without this
   * it is kept when the surface lets go of it.
   */
  readonly mirror?: (() => string | undefined) | undefined
}
