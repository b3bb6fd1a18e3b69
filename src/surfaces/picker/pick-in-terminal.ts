import type { CommandContext } from '../../commands/command.ts'
import { localMemory } from '../../commands/picker/local-memory.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { processTerminal } from './process-terminal.ts'
import { runPicker } from './run-picker.ts'

/**
 * The picker on the whole screen of this process.
 *
 * @returns undefined when nothing was chosen
 * @throws ChatCliError `interrupted` when the process is to end
 */
export function pickInTerminal(
  query: string,
  options: { readonly context: CommandContext; readonly colour: boolean; readonly process: NodeJS.Process },
): Promise<PickResult | undefined> {
  const { context, colour, process } = options
  return runPicker(query, {
    context,
    colour,
    memory: () => localMemory(context.chatcli, (work) => void setImmediate(work)),
    terminal: processTerminal(process),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
}
