import { sanitiseLine } from '../text/sanitise.ts'
import { ChatCliError } from '../errors.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, isOn, textOption, wordAt } from './input-values.ts'
import { sessionJson } from './json-of.ts'

/** `trash restore NAME…`: brings sessions back; with `--expired` everything that went by itself. */
export async function runTrashRestore(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  if (isOn(input, 'expired')) {
    checkWordCount(text, input, 0)
    return restoreExpired(context)
  }
  wordAt(text, input, 0, 'NAME')
  const as = textOption(input, 'as')
  if (as !== undefined) checkWordCount(text, input, 1)
  const sessions = input.words.map((name) => chatcli.sessions.restore(name, as === undefined ? {} : { as }))
  return {
    text: sessions.map(({ name }) => text.sessionRestored(sanitiseLine(name))).join('\n'),
    json: { restored: sessions.map(sessionJson), failed: [] },
  }
}

async function restoreExpired({ chatcli, text }: CommandContext): Promise<CommandResult> {
  const { restored, failed } = (await chatcli.storage()).restoreExpired()
  const { trash, notRestored } = text.storage
  const [first] = failed
  const reasonOf = (error: ChatCliError): string => sanitiseLine(text.fromStore(error.message))
  return {
    text: trash.restored(restored.length),
    json: {
      restored: [...restored],
      failed: failed.map(({ name, error }) => ({ name, reason: error.message })),
    },
    notes: failed.map(({ name, error }) => notRestored(sanitiseLine(name), reasonOf(error))),
    ...(first === undefined ? {} : { problem: first.error }),
  }
}
