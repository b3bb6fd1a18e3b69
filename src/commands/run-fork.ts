import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, wordAt } from './input-values.ts'
import { sessionJson } from './json-of.ts'

/** `session fork NAME NEW`: a copy that goes its own way. */
export function runFork({ chatcli, text }: CommandContext, input: CommandInput): CommandResult {
  const from = wordAt(text, input, 0, 'NAME')
  const to = wordAt(text, input, 1, 'NEW')
  checkWordCount(text, input, 2)
  const session = chatcli.sessions.fork(from, to)
  return {
    text: text.sessionCopied(sanitiseLine(from), sanitiseLine(session.name), session.messages),
    json: { from, session: sessionJson(session) },
  }
}
