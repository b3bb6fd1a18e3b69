import type { CommandContext } from '../command.ts'
import type { Chat } from './chat.ts'

export interface SlashContext extends CommandContext {
  readonly chat: Chat
}

export interface SlashResult {
  /** What to show, safe in a terminal. */
  readonly lines: readonly string[]
  /** The person wants to leave. */
  readonly exit?: boolean
}
