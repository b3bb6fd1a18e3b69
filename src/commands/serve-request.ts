import type { Settings } from '../settings.ts'
import type { BaseContext, CommandContext, CommandInput, ServeCommandSpec } from './command.ts'

/** What a command line asks of a surface that serves a program until that leaves. */
export interface ServeRequest {
  readonly path: ServeCommandSpec['path']
  readonly input: CommandInput
  /** What is there before the memory is opened, and stays when it cannot be. */
  readonly base: BaseContext
  /** Opens the memory. @throws ChatCliError what is wrong with the home or its key */
  readonly open: (settings: Settings) => Promise<CommandContext>
}
