import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { resolveSetting, settingRows } from '../settings.ts'
import { maskSecretsIn } from '../text/secrets/mask-secrets-in.ts'
import { runSessionTool } from './session-tool.ts'

/** `tool session '<envelope>'`: what a model elsewhere would be answered, so without secrets. */
export function runTool(context: CommandContext, input: CommandInput): CommandResult {
  const { chatcli, text, now, timeZone, environment, config } = context
  const { value: hiddenSources } = resolveSetting(settingRows.hiddenSources, environment, config())
  const { value: isMasked } = resolveSetting(settingRows.maskSecrets, environment, config())
  const options = { text, now, timeZone, hiddenSources, clean: isMasked ? maskSecretsIn<string> : undefined }
  const given = runSessionTool(chatcli, input.words, options)
  if (given.isError && given.problem !== undefined) throw given.problem
  const { problem, command } = given
  const plain = { text: given.text, result: given.result ?? null }
  const answer = isMasked ? maskSecretsIn(plain) : plain
  return {
    text: answer.text,
    json: {
      command: command ?? null,
      isError: false,
      text: answer.text,
      result: answer.result,
    },
    ...(problem === undefined ? {} : { problem }),
  }
}
