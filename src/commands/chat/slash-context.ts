import type { CommandContext } from '../command.ts'
import type { Pick } from '../picker/pick-result.ts'
import type { Chat } from './chat.ts'

export interface SlashContext extends CommandContext {
  readonly chat: Chat
  /** Lets the person choose a session; undefined where nobody can. */
  readonly pick?: Pick | undefined
}

export interface SlashResult {
  /** What to show, safe in a terminal. */
  readonly lines: readonly string[]
  /** The person wants to leave. */
  readonly exit?: boolean
}
