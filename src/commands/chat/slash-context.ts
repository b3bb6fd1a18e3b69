import type { CommandContext } from '../command.ts'
import type { Pick } from '../picker/pick-result.ts'
import type { Chat } from './chat.ts'

export interface SlashContext extends CommandContext {
  readonly chat: Chat
  /** Lets the person choose a session; undefined where nobody can. */
  readonly pick?: Pick | undefined
  /** Shows a line in front of a question, safe in a terminal; lines go into the question when not given. */
  readonly show?: ((line: string) => void) | undefined
  /** Given when the person wants it to stop. */
  readonly signal?: AbortSignal
}

export interface SlashResult {
  /** What to show, safe in a terminal. */
  readonly lines: readonly string[]
  /** They hold what somebody said or a tool gave: not to be broken by anybody but the terminal. */
  readonly isVerbatim?: boolean
  /** The person wants to leave. */
  readonly exit?: boolean
  /** What the person had said at the point that was gone back to, to be said otherwise. */
  readonly again?: string
}
