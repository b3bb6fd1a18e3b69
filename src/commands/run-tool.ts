import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { resolveSetting, settingRows } from '../settings.ts'
import { runSessionTool } from './session-tool.ts'

/** `tool session '<envelope>'`: what a model would be answered. */
export function runTool(context: CommandContext, input: CommandInput): CommandResult {
  const { chatcli, text, now, timeZone, environment, config } = context
  const { value: hiddenSources } = resolveSetting(settingRows.hiddenSources, environment, config())
  const answer = runSessionTool(chatcli, input.words, { text, now, timeZone, hiddenSources })
  if (answer.isError && answer.problem !== undefined) throw answer.problem
  return {
    text: answer.text,
    json: {
      command: answer.command ?? null,
      isError: false,
      text: answer.text,
      result: answer.result ?? null,
    },
    ...(answer.problem === undefined ? {} : { problem: answer.problem }),
  }
}
