import { ChatCliError } from '../errors.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, isOn, wordAt } from './input-values.ts'

/** `session delete NAME`: into the trash, or for good with `--purge`, which asks. */
export async function runDelete(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const purge = isOn(input, 'purge')
  const shown = sanitiseLine(name)
  if (isOn(input, 'dry-run')) {
    checkThere(context, name, purge)
    return {
      text: purge ? text.wouldPurge(shown) : text.wouldDelete(shown),
      json: { name, purged: purge, dryRun: true, entry: null },
    }
  }
  if (purge && !isOn(input, 'yes')) {
    checkThere(context, name, purge)
    const answer = (await context.ask?.(text.confirmPurge(shown))) ?? ''
    if (!text.isYes(answer)) {
      throw new ChatCliError('refused', text.purgeRefused(name), { hint: text.purgeRefusedHint })
    }
  }
  const { entry } = chatcli.sessions.delete(name, { purge })
  return {
    text: purge ? text.sessionPurged(shown) : text.sessionDeleted(shown),
    json: { name, purged: purge, dryRun: false, entry: entry ?? null },
  }
}

/** A question about something that does not exist, or a promise to delete it, would mislead. */
function checkThere({ chatcli, text }: CommandContext, name: string, purge: boolean): void {
  if (chatcli.sessions.exists(name)) return
  if (purge && chatcli.sessions.trash().some((entry) => entry.name === name)) return
  throw new ChatCliError('not-found', text.noSession(name))
}
