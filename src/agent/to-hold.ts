import type { LiveConversation } from '../store/live-conversation.ts'

/** What a surface is to hold from now on. */
export interface ToHold {
  readonly live: LiveConversation
  /** The session it branched from. */
  readonly origin?: string | undefined
  /** Messages that were there when it branched: they are kept elsewhere. */
  readonly kept?: number
  /** The rolling copy it is kept in already. */
  readonly mirroredAs?: string | undefined
}
