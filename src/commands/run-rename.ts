import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, wordAt } from './input-values.ts'
import { sessionJson } from './json-of.ts'

/** `session rename OLD NEW`. */
export function runRename({ chatcli, text }: CommandContext, input: CommandInput): CommandResult {
  const from = wordAt(text, input, 0, 'OLD')
  const to = wordAt(text, input, 1, 'NEW')
  checkWordCount(text, input, 2)
  const session = chatcli.sessions.rename(from, to)
  return {
    text: text.sessionRenamed(sanitiseLine(from), sanitiseLine(session.name)),
    json: { from, session: sessionJson(session) },
  }
}
