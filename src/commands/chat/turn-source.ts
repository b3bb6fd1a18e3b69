import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { Mode } from '../../agent/turn.ts'
import type { Tool } from '../../agent/tool.ts'
import type { Message } from '../../conversation/message.ts'
import type { Model } from '../../models/model.ts'

/** A turn whose model is about to be asked. */
export interface ComingTurn {
  /** What the person typed; it is on the disk. */
  readonly words: string
  /** The window as it stood before those words. */
  readonly messages: readonly Message[]
  readonly mode: Mode
  readonly model: Model
  readonly conversation: ActiveConversation
  readonly signal: AbortSignal
  /** Whether what was said in the past may go to the model. The person is asked only when `isAsked`, once in a turn. */
  readonly mayRecall: (isAsked: boolean) => Promise<boolean>
}

/** What a model is given with one turn that is no part of the conversation, and is never saved with it. */
export interface TurnSupplement {
  /** Told before the conversation. The same from turn to turn as far as it can be, so that providers can cache it. */
  readonly before?: string | undefined
  /** Told with the person's newest words, in front of them; a fence around what is data is part of it. */
  readonly tail?: string | undefined
  readonly tools?: readonly Tool[] | undefined
  /** One line for the person, and what `/output` opens for it. */
  readonly shown?: { readonly line: string; readonly whole: string } | undefined
}

/**
 * Something that has a word in every turn: bootstrap files, attached contexts, what past conversations say. It answers
 * quickly, and with nothing when it has nothing to say; what goes wrong in it is told in its line, and never stops a turn.
 */
export type TurnSource = (turn: ComingTurn) => Promise<TurnSupplement>
