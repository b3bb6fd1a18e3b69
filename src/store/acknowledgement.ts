import type { MessageRef } from '../conversation/event.ts'

/** What an append promises. */
export interface Acknowledgement {
  /** The lines of the messages, in order; of a message that was there already under its id, that one's. */
  readonly refs: readonly MessageRef[]
  /**
   * Where the lines are safe: in the transcript; beside it, because it could not be written; in the session file alone,
   * because transcripts are off. `memory`: nowhere yet, because transcripts are off and the conversation has no name.
   */
  readonly where: 'transcript' | 'side-file' | 'session-file' | 'memory'
}
