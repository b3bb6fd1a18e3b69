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
  /** Opens the memory with other settings. */
  readonly open: (settings: Settings) => Promise<ChatCli>
}
