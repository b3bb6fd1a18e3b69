import { ChatCliError } from '../errors.ts'
import type { SearchOptions } from '../search/search-result.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { choiceOf, countOption, isOn, textOption } from './input-values.ts'
import { hitJson, searchJson } from './json-of.ts'
import { noMatch } from './no-match.ts'
import { renderSearch } from './render-search.ts'
import { searchNotes } from './search-notes.ts'
import { timeOption } from './time-option.ts'

/** `search QUERY…`: which sessions, with the sentences that matched. */
export function runSearch(context: CommandContext, input: CommandInput): CommandResult {
  const { chatcli, text, style, timeZone } = context
  const query = input.words.join(' ')
  if (query.trim() === '') {
    throw new ChatCliError('usage', text.usageErrors.noQuery, { hint: text.usageErrors.noQueryHint })
  }
  if (isOn(input, 'refresh')) chatcli.index.refresh()
  const result = chatcli.search(query, searchOptions(context, input))
  const isFound = result.sessions.length > 0
  return {
    text: renderSearch(result, { text, style, timeZone }),
    json: searchJson(result),
    lines: result.sessions.map(hitJson),
    notes: [...searchNotes(result, text, timeZone), isFound ? text.searchHint : text.hints['no-match']],
    ...(isFound ? {} : { problem: noMatch(result, text) }),
  }
}

function searchOptions({ text, now, timeZone }: CommandContext, input: CommandInput): SearchOptions {
  const limit = countOption(text, input, 'limit', 1, 20)
  const sessions = countOption(text, input, 'sessions', 1, 200)
  const role = choiceOf(text, textOption(input, 'role'), '--role', ['user', 'assistant', 'tool'])
  const moment = {
    now: now(),
    /** Asked for by few searches, and not told at once: a tenth of a cold start. */
    get timeZone() {
      return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    },
  }
  const after = timeOption(text, textOption(input, 'since'), '--since', moment)
  const before = timeOption(text, textOption(input, 'until'), '--until', moment)
  const name = textOption(input, 'in')
  const source = textOption(input, 'source')
  return {
    now: moment.now,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(limit === undefined ? {} : { limit }),
    ...(sessions === undefined ? {} : { sessions }),
    ...(role === undefined ? {} : { role }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    ...(name === undefined ? {} : { in: name }),
    ...(source === undefined ? {} : { source }),
    ...(isOn(input, 'strict') ? { strict: true } : {}),
    ...(isOn(input, 'removed') ? { removed: true } : {}),
    ...(isOn(input, 'explain') ? { explain: true } : {}),
  }
}
