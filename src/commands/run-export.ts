import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { exportSession } from './export-session.ts'
import { checkWordCount, isOn, wordAt } from './input-values.ts'

/** `session export NAME md|jsonl|sharegpt [PATH|-] [--mask-secrets]`. */
export function runExport(context: CommandContext, input: CommandInput): CommandResult {
  const { text } = context
  const name = wordAt(text, input, 0, 'NAME')
  const format = wordAt(text, input, 1, 'md|jsonl|sharegpt')
  const path = input.words[2]
  checkWordCount(text, input, 3)
  return exportSession(context, name, format, {
    force: isOn(input, 'force'),
    mask: isOn(input, 'mask-secrets'),
    ...(path === undefined ? {} : { path }),
  })
}
