import type { TrashEntry } from '../chatcli.ts'
import { displayWidth, padToWidth } from '../text/display-width.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, textOption } from './input-values.ts'
import { sessionJson, trashJson } from './json-of.ts'

/** `session restore NAME`; without a name, what could be restored. */
export function runRestore(context: CommandContext, input: CommandInput): CommandResult {
  const { chatcli, text } = context
  const [name] = input.words
  checkWordCount(text, input, 1)
  if (name === undefined) return listTrash(context)
  const as = textOption(input, 'as')
  const session = chatcli.sessions.restore(name, as === undefined ? {} : { as })
  return {
    text: text.sessionRestored(sanitiseLine(session.name)),
    json: { name, session: sessionJson(session) },
  }
}

function listTrash({ chatcli, text, timeZone }: CommandContext): CommandResult {
  const trash = chatcli.sessions.trash()
  const width = Math.max(0, ...trash.map(({ name }) => displayWidth(sanitiseLine(name))))
  const row = ({ name, reason, deletedAt }: TrashEntry): string => {
    const date = localTime(deletedAt, timeZone)?.date ?? ''
    return `  ${padToWidth(sanitiseLine(name), width)}  ${date}  ${sanitiseLine(reason)}`.trimEnd()
  }
  return {
    text: trash.length === 0 ? text.trashEmpty : [text.trashHeading, '', ...trash.map(row)].join('\n'),
    json: { trash: trash.map(trashJson) },
    notes: trash.length === 0 ? [] : [text.restoreHint],
  }
}
