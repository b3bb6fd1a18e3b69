import type { ChatCli } from '../../chatcli.ts'
import type { Settings } from '../../settings.ts'
import type { CommandContext, CommandInput } from '../command.ts'

/** What a command line asks of the chat. */
export interface ChatRequest {
  /** As the spec of `chat` names them. */
  readonly options: CommandInput['options']
  readonly format: 'text' | 'json'
  /** The word `chat` was typed: it is a dialogue, whatever standard input is. */
  readonly isNamed: boolean
  readonly settings: Settings
  readonly context: CommandContext
  /** A session is to be chosen first, by these words; by a person even if one is clearly ahead when it `isList`. */
  readonly resume?: { readonly words: readonly string[]; readonly isList: boolean }
  /** Opens the memory with other settings. */
  readonly open: (settings: Settings) => Promise<ChatCli>
}
