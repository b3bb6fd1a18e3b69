import { ChatCliError } from '../errors.ts'
import { cutToWidth } from '../text/display-width.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, countOption, isOn, wordAt } from './input-values.ts'

/** What is shown of the message in the question. */
const shownWidth = 60

/** `session forget NAME --message N`: takes one message out of everything in the home; asks first. */
export async function runForget(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const position = countOption(text, input, 'message', 0)
  if (position === undefined)
    throw new ChatCliError('usage', text.usageErrors.missingArgument('--message'), {
      hint: text.storage.forget.hint,
    })
  const message = chatcli.sessions.record(name).messages[position]
  if (message === undefined || message.state === 'missing') {
    throw new ChatCliError('not-found', text.storage.forget.noMessage(name, position), {
      hint: text.storage.forget.hint,
    })
  }
  const shown = cutToWidth(sanitiseLine(message.message.content), shownWidth)
  if (isOn(input, 'dry-run')) {
    return {
      text: text.storage.forget.would(sanitiseLine(name), position, shown),
      json: { name, position, forgotten: false, transcripts: 0, sessions: 0, archived: 0 },
    }
  }
  if (!isOn(input, 'yes')) {
    const answer = (await context.ask?.(text.storage.forget.confirm(position, shown))) ?? ''
    if (!text.isYes(answer)) {
      const { refused, refusedHint } = text.storage.forget
      throw new ChatCliError('refused', refused, { hint: refusedHint })
    }
  }
  const { transcripts, sessions, archived } = (await chatcli.storage()).forget(name, position)
  return {
    text: text.storage.forget.done(sanitiseLine(name), position),
    json: { name, position, forgotten: true, transcripts, sessions, archived },
    notes: [text.storage.forget.stays],
  }
}
