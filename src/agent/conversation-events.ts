/** Which conversation it is, and the session it is bound to. */
export interface ConversationPlace {
  readonly transcriptId: string
  readonly name: string | undefined
}

export type RotationReason =
  | 'new'
  | 'load'
  | 'attach'
  | 'detach'
  | 'save'
  | 'fork'
  | 'rename'
  | 'delete'
  | 'recover'
  /** Its session was deleted, renamed, made or changed by somebody else. */
  | 'elsewhere'

/** From now on a surface holds another conversation, or the same one under another name or none. */
export interface ConversationRotated {
  readonly kind: 'rotated'
  readonly reason: RotationReason
  readonly from: ConversationPlace
  readonly to: ConversationPlace
}

/**
 * How a turn ended. `steps`: the model was asked as often as it may be. `length`: its answer was cut at the bound of
 * tokens.
 */
export type TurnEnd = 'done' | 'length' | 'steps' | 'interrupted' | 'failed'

/** A turn is over, and what was said in it is with the conversation. */
export interface TurnCompleted {
  readonly kind: 'turn-completed'
  readonly at: ConversationPlace
  /** The turn of its lines in the transcript. */
  readonly turn: string
  readonly mode: string
  readonly end: TurnEnd
}

export type ConversationEvent = ConversationRotated | TurnCompleted

export type ConversationListener = (event: ConversationEvent) => void

export interface ConversationEvents {
  /** Tells all listeners before it returns. */
  publish(event: ConversationEvent): void
  /** @returns what ends it */
  subscribe(listener: ConversationListener): () => void
}

/** What happens to the conversation of a surface, for whoever wants to follow it. A listener that throws harms nobody. */
export function conversationEvents(): ConversationEvents {
  const listeners = new Set<ConversationListener>()
  return {
    publish(event) {
      // Who comes or goes meanwhile does so for the next event.
      const present = [...listeners]
      for (const listener of present) {
        try {
          listener(event)
        } catch {
          // The turn of a person does not end because of somebody who looks on.
        }
      }
    },
    subscribe(listener) {
      const mine: ConversationListener = (event) => listener(event)
      listeners.add(mine)
      return () => void listeners.delete(mine)
    },
  }
}
