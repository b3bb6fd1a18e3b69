import type { PageOptions } from '../search/search-result.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, countOption, isOn, textOption, wordAt } from './input-values.ts'
import { isoOf, pageJson } from './json-of.ts'
import { missedQuery } from './missed-query.ts'
import { renderPage } from './render-page.ts'

/** `session get NAME`: a page of everything ever said in a session. */
export function runGet(context: CommandContext, input: CommandInput): CommandResult {
  const { chatcli, text, style, now, timeZone } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const offset = countOption(text, input, 'offset', 0)
  const limit = countOption(text, input, 'limit', 1, 200)
  const message = countOption(text, input, 'message', 0)
  const query = textOption(input, 'query')
  const options: PageOptions = {
    now: now(),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(message === undefined ? {} : { message }),
    ...(query === undefined || query.trim() === '' ? {} : { query }),
    ...(isOn(input, 'removed') ? { removed: true } : {}),
  }
  const page = chatcli.page(name, options)
  const { source, sourceGoneAt } = chatcli.sessions.summary(name)
  const goneSince = localTime(sourceGoneAt ?? Number.NaN, timeZone)?.date
  const same = `${limit === undefined ? '' : ` --limit ${limit}`}${isOn(input, 'removed') ? ' --removed' : ''}`
  return {
    text: renderPage(page, {
      text,
      style,
      single: message !== undefined,
      next: (next) => `${text.nextPage(name, next)}${same}`,
    }),
    json: { ...pageJson(page), sourceGoneSince: isoOf(sourceGoneAt) },
    notes: [
      ...missedQuery(page, options, text),
      ...(source === undefined || goneSince === undefined
        ? []
        : [text.import.goneSince(sanitiseLine(source.tool), goneSince)]),
    ],
  }
}
