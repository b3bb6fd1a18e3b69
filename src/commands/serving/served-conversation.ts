import type { Mode } from '../../agent/turn.ts'
import type { Message } from '../../conversation/message.ts'
import type { Chat, Said, SayOptions } from '../chat/chat.ts'
import type { ServedStatus } from './served-status.ts'

/** A message that an agent hands over to be remembered. */
export interface HandedOver {
  /** The client's own; what has an id that is known is not added again. */
  readonly id: string
  readonly message: Message
  /** When it was said, in milliseconds since the epoch; now, when not given. */
  readonly at?: number
}

export interface Appended {
  readonly added: number
  readonly known: number
  /** The disk refused: they are in memory, and go to the disk with what comes next. */
  readonly notSaved: boolean
}

/** One conversation of a client: it outlives the connection and the process. */
export interface ServedConversation {
  readonly id: string
  readonly cwd: string
  /** Mode, model, window, live conversation. */
  readonly chat: Chat
  readonly isBusy: boolean
  status(): ServedStatus
  /** Runs after what was asked for before; nothing of this conversation runs beside it. */
  alone<T>(work: () => Promise<T> | T): Promise<T>
  /** A turn: `Chat.say` in its order; mirrored when it is over, however it ended. */
  say(words: string, options: SayOptions): Promise<Said>
  /** Remembers an agent's own turns, on the disk when this returns. Ids that are known are not added again. */
  append(messages: readonly HandedOver[]): Promise<Appended>
  attach(name: string): Promise<ServedStatus>
  load(name: string): Promise<ServedStatus>
  detach(): Promise<ServedStatus>
  save(name?: string, options?: { readonly force?: boolean }): Promise<ServedStatus>
  fork(to: string): Promise<ServedStatus>
  /** Saved once more, then a new conversation begins under the same id. */
  clear(): Promise<ServedStatus>
  /** Kept over a restart. */
  setMode(mode: Mode): Promise<void>
}
