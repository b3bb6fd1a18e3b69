import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, isOn, textOption, wordAt } from '../input-values.ts'
import { readInputFile } from '../read-input-file.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { contextJson } from './context-json.ts'
import { expandPath } from './expand-path.ts'

/** `context import PATH|-`: takes in what `context export` wrote, or the Go program. */
export async function runImportContext(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text, readInput } = context
  const path = wordAt(text, input, 0, 'PATH|-')
  checkWordCount(text, input, 1)
  const contexts = await contextsOf(context)
  const content = path === '-' ? await readInput() : readInputFile(context, expandPath(path, context))
  const made = contexts.import(content, {
    name: textOption(input, 'as'),
    force: isOn(input, 'force'),
    where: path === '-' ? text.standardInput : path,
  })
  const { files, tokens } = text.context
  const counts = [files(made.fileCount), readableSize(made.size), tokens(made.tokens)] as const
  return {
    text: [
      text.context.made(sanitiseLine(made.name), made.mode, ...counts),
      text.context.imported(sanitiseLine(made.name)),
    ].join('\n'),
    json: contextJson(made),
  }
}
