import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { isOn, wordAt } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf, workOf } from './context-command.ts'
import { contextJson } from './context-json.ts'
import { factsIn } from './run-create.ts'

/** `context merge NEW NAME NAME…`: one context with the files of several. */
export async function runMerge(context: ContextCommandContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  const name = wordAt(text, input, 0, 'NEW')
  const names = input.words.slice(1)
  if (names.length < 2) throw new ChatCliError('usage', text.context.needsTwo)
  const contexts = await contextsOf(context)
  const work = workOf(context)
  try {
    const made = await contexts.merge(name, names, {
      ...work,
      ...factsIn(context, input),
      force: isOn(input, 'force'),
    })
    const { files, tokens } = text.context
    const counts = [files(made.fileCount), readableSize(made.size), tokens(made.tokens)] as const
    return {
      text: [
        text.context.made(sanitiseLine(made.name), made.mode, ...counts),
        text.context.merged(names.length),
      ].join('\n'),
      json: { ...contextJson(made), mergedFrom: names },
    }
  } finally {
    work.done()
  }
}
