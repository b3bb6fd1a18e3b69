import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, choiceOf, countOption, isOn, textOption } from './input-values.ts'
import { listJson, sessionJson } from './json-of.ts'
import { renderList } from './render-list.ts'

const defaultLimit = 50

/** `session list`: what there is, newest first. */
export function runList(context: CommandContext, input: CommandInput): CommandResult {
  const { chatcli, text, style, timeZone, columns } = context
  checkWordCount(text, input, 0)
  const sort = choiceOf(text, textOption(input, 'sort'), '--sort', ['recent', 'name', 'size'])
  const source = textOption(input, 'source')
  const limit = countOption(text, input, 'limit', 1) ?? (isOn(input, 'all') ? undefined : defaultLimit)
  const list = chatcli.sessions.list({
    ...(sort === undefined ? {} : { sort }),
    ...(source === undefined ? {} : { source }),
    ...(limit === undefined ? {} : { limit }),
  })
  return {
    text: renderList(list, {
      text,
      style,
      timeZone,
      columns,
      sizes: sort === 'size',
      ...(source === undefined ? {} : { source }),
    }),
    json: listJson(list),
    lines: list.sessions.map(sessionJson),
    notes: [
      ...(list.unreadable.length > 0 ? [text.unreadableHint] : []),
      ...(list.sessions.length > 0 ? [text.listHint] : []),
      ...(list.total > list.sessions.length ? [text.allHint] : []),
    ],
  }
}
