import type { MarkBody } from '../conversation/event.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from '../store/live-conversation.ts'

export type SavingEvent =
  /** The disk refused: what was said is in memory only. */
  | { readonly kind: 'not-saved'; readonly error: ChatCliError }
  /** What is on the disk is complete again. */
  | { readonly kind: 'saved-again' }

/** Says messages in a turn; `end` ends it, `also` goes with them in the same write. */
export type Say = (messages: readonly Message[], end: boolean, also?: readonly MarkBody[]) => void

/** A disk that refuses does not end the turn: it is told, and the messages go to the disk with those that follow. */
export function sayInTurn(live: LiveConversation, turn: string, onEvent: (event: SavingEvent) => void): Say {
  return (messages, end, also = []) => {
    const before = live.status
    try {
      live.append(messages, { turn, end, also })
      if (before === 'not-saved' && live.status !== 'not-saved') onEvent({ kind: 'saved-again' })
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'storage') throw error
      onEvent({ kind: 'not-saved', error })
    }
  }
}
