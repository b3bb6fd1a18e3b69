import type { CommandContext, CommandInput, CommandResult } from '../command.ts'
import { listJson, searchJson } from '../json-of.ts'
import { noMatch } from '../no-match.ts'
import { renderList } from '../render-list.ts'
import { renderSearch } from '../render-search.ts'
import { resumeTarget } from './resume-target.ts'

const newest = 20

/** `resume [WORDS…] --json`: what it would go on with (`target`), and the best candidates. */
export function runResume(context: CommandContext, { words }: CommandInput): CommandResult {
  const { chatcli, text, style, timeZone, columns } = context
  const query = words.join(' ')
  if (query.trim() === '') {
    const list = chatcli.sessions.list({ limit: newest })
    return {
      text: renderList(list, { text, style, timeZone, columns, sizes: false }),
      json: { query: null, target: null, ...listJson(list) },
    }
  }
  const { picked, result } = resumeTarget(context, query)
  const target = picked === undefined ? null : { name: picked.name, message: picked.message ?? null }
  const found = result ?? chatcli.search(query)
  return {
    text: renderSearch(found, { text, style, timeZone }),
    json: { target, ...searchJson(found) },
    ...(target === null && found.sessions.length === 0 ? { problem: noMatch(found, text) } : {}),
  }
}
