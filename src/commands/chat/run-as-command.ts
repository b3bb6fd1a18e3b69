import type { CommandContext } from '../command.ts'
import { parseCommandLine } from '../parse-command-line.ts'

/**
 * Runs what the command line has too, in its words; gives what it says.
 *
 * @throws ChatCliError as the command does
 */
export async function runAsCommand(
  argv: readonly string[],
  context: CommandContext,
): Promise<readonly string[]> {
  const invocation = parseCommandLine(argv, context.text)
  if (invocation.kind !== 'command') return []
  const { spec, input } = invocation
  const run = spec.isBase === true ? await spec.load() : await spec.load()
  const result = await run(context, input)
  const { notes = [] } = result
  return [result.text, ...(notes.length > 0 ? ['', ...notes] : [])]
}
