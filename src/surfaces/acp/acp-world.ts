import type { ServedConversations } from '../../commands/serving/served-conversations.ts'
import type { CommandContext } from '../../commands/command.ts'
import type { Mode } from '../../agent/turn.ts'
import type { Settings } from '../../settings.ts'

/** What sessions work with: the memory, once it is open. */
export interface AcpWorld {
  /** Of the process; a session has a working folder of its own. */
  readonly context: CommandContext
  readonly settings: Settings
  readonly served: ServedConversations
  /** How a new session starts. */
  readonly mode: Mode
  /** Models that the provider lists, asked for once; none when it does not say. */
  readonly models: () => Promise<readonly string[]>
  readonly randomHex: (digits: number) => string
}
