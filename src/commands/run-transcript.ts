import type { TranscriptStats } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import type { SearchResult } from '../search/search-result.ts'
import { displayWidth, padToWidth } from '../text/display-width.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { exportSession } from './export-session.ts'
import { checkWordCount, choiceOf, countOf, countOption, isOn, wordAt } from './input-values.ts'
import { pageJson, searchJson, statsJson } from './json-of.ts'
import { noMatch } from './no-match.ts'
import { renderPage } from './render-page.ts'
import { renderSnippet } from './render-snippet.ts'
import { speakerOf } from './speaker-of.ts'

const actions = ['search', 'show', 'export', 'stats'] as const

/** `session transcript NAME search|show|export|stats …`: the full record of one session. */
export function runTranscript(context: CommandContext, input: CommandInput): CommandResult {
  const { text } = context
  const name = wordAt(text, input, 0, 'NAME')
  const action = choiceOf(text, wordAt(text, input, 1, actions.join('|')), 'transcript', actions)
  switch (action) {
    case 'search':
      return search(context, input, name)
    case 'show':
      return show(context, input, name)
    case 'export': {
      const path = input.words[3]
      checkWordCount(text, input, 4)
      return exportSession(context, name, wordAt(text, input, 2, 'md|jsonl|sharegpt'), {
        force: isOn(input, 'force'),
        ...(path === undefined ? {} : { path }),
      })
    }
    default:
      checkWordCount(text, input, 2)
      return stats(context, name)
  }
}

function search(context: CommandContext, input: CommandInput, name: string): CommandResult {
  const { chatcli, text } = context
  const query = input.words.slice(2).join(' ')
  if (query.trim() === '') {
    throw new ChatCliError('usage', text.usageErrors.noQuery, { hint: text.usageErrors.noQueryHint })
  }
  const limit = countOption(text, input, 'limit', 1, 20) ?? 10
  const result = chatcli.transcripts.search(name, query, { limit })
  const isFound = result.sessions.some((session) => session.messages.length > 0)
  return {
    text: isFound ? hits(result, context) : text.noMatchIn(sanitiseLine(query), sanitiseLine(name)),
    json: searchJson(result),
    ...(isFound ? {} : { problem: noMatch(result, text) }),
  }
}

function hits(result: SearchResult, { text, style }: CommandContext): string {
  return result.sessions
    .flatMap((session) => session.messages)
    .map((hit) => {
      const lead = hit.snippet.text.startsWith('…') ? '…' : ''
      const label = style.quiet(`#${hit.position} ${speakerOf(hit, text)}`)
      return `${label} ${lead}${renderSnippet(hit.snippet, style)}`
    })
    .join('\n')
}

function show(context: CommandContext, input: CommandInput, name: string): CommandResult {
  const { chatcli, text, style } = context
  const offset = countOf(text, wordAt(text, input, 2, 'FROM'), 'FROM', 0) ?? 0
  const given = countOf(text, input.words[3], 'COUNT', 1, 200)
  checkWordCount(text, input, 4)
  const limit = given ?? 10
  // A replay is for reading in full.
  const page = chatcli.page(name, { offset, limit, cut: Number.MAX_SAFE_INTEGER })
  const count = given === undefined ? '' : ` ${given}`
  return {
    text: renderPage(page, {
      text,
      style,
      next: (next) => text.nextTranscriptPage(sanitiseLine(name), next) + count,
    }),
    json: pageJson(page),
  }
}

function stats({ chatcli, text, timeZone }: CommandContext, name: string): CommandResult {
  const numbers = chatcli.transcripts.stats(name)
  const rows = statRows(numbers)
  const labels = text.statistics
  const width = Math.max(...Object.values(labels).map(displayWidth))
  return {
    text: [
      sanitiseLine(numbers.name),
      ...rows.map(([label, value]) => `  ${padToWidth(labels[label], width)}  ${value}`),
    ].join('\n'),
    json: statsJson(numbers),
    ...(numbers.damage.length > 0 ? damaged(numbers.name) : {}),
  }

  function damaged(of: string): Pick<CommandResult, 'notes' | 'problem'> {
    const message = text.damaged(of)
    return { notes: [sanitiseLine(message)], problem: new ChatCliError('damaged', message) }
  }

  function statRows(of: TranscriptStats): (readonly [keyof typeof labels, string])[] {
    const roles = Object.entries(of.byRole).map(([role, count]) => `${count} ${sanitiseLine(role)}`)
    const outside = (['compacted', 'rewound', 'removed', 'missing'] as const)
      .filter((state) => of[state] > 0)
      .map((state) => `${of[state]} ${text.states[state]}`)
    const times = [of.firstAt, of.lastAt].map((at) => momentOf(at))
    return [
      ['messages', `${of.messages}${roles.length > 0 ? ` (${roles.join(', ')})` : ''}`],
      ...(outside.length > 0 ? [['outside', outside.join(', ')] as const] : []),
      ['source', of.source === 'journal' ? text.sourceJournal : text.sourceLiveHistory],
      ...(of.id === undefined ? [] : [['id', sanitiseLine(of.id)] as const]),
      ['bytes', String(of.bytes)],
      ...(of.firstAt === undefined ? [] : [['times', times.join(' – ')] as const]),
      ['rewrites', String(of.rewrites)],
      ['writers', String(of.writers)],
      ...of.damage.map(
        ({ file, offset, reason }) =>
          ['damage', `${sanitiseLine(file)} @ ${offset}: ${sanitiseLine(reason)}`] as const,
      ),
    ]
  }

  function momentOf(at: number | undefined): string {
    const local = at === undefined ? undefined : localTime(at, timeZone)
    return local === undefined ? '?' : `${local.date} ${local.time}`
  }
}
