import type { CommandContext } from '../../commands/command.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { renderSnippet } from '../../commands/render-snippet.ts'
import { speakerOf } from '../../commands/speaker-of.ts'
import { cutToWidth } from '../../text/display-width.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { type PickerRow, rowsOf } from './rows-of.ts'

export interface SequentialEdge {
  readonly context: CommandContext
  /** Shows a prompt and waits for a line; undefined at the end of the input. */
  readonly read: (prompt: string) => Promise<string | undefined>
  readonly out: (text: string) => void
}

const onePage = 10
/** Longer sentences are cut where the terminal has no width. */
const plainColumns = 200

/**
 * The picker line by line, for pipes, terminals that cannot move their cursor, and screen readers: a numbered list, then
 * a number, other words or `?`.
 *
 * @returns undefined when nothing was chosen
 * @throws ChatCliError as the memory
 */
export async function pickSequentially(query: string, edge: SequentialEdge): Promise<PickResult | undefined> {
  const { context, read, out } = edge
  const { picker } = context.text
  const say = (lines: readonly string[]): void => out(`${lines.join('\n')}\n`)
  let rows = find(query, edge)
  let shown = 0
  const showMore = (): void => {
    const next = rows.slice(shown, shown + onePage)
    say(next.flatMap((row, i) => linesOf(row, shown + i + 1, context)))
    shown += next.length
    if (rows.length > shown) say([picker.lines.more(rows.length - shown)])
  }
  showMore()
  for (;;) {
    const typed = (await read(picker.lines.prompt))?.trim() ?? ''
    if (typed === '') return undefined
    if (typed === '?') say([picker.lines.help])
    else if (typed === '+') showMore()
    else if (/^\d+$/.test(typed)) {
      const row = rows[Number(typed) - 1]
      if (row !== undefined && Number(typed) <= shown) return resultOf(row)
      say([picker.lines.noSuchNumber(typed, shown)])
    } else {
      rows = find(typed.replace(/^\//, ''), edge)
      shown = 0
      showMore()
    }
  }
}

function find(query: string, { context, out }: SequentialEdge): readonly PickerRow[] {
  const { chatcli, text } = context
  const { picker } = text
  const words = query.trim()
  const list = chatcli.sessions.list()
  const answer = words === '' ? undefined : chatcli.search(words, { sessions: 50 })
  const rows = rowsOf({ list, trash: undefined, answer, scope: 'all', sort: 'relevance', query: words })
  const none = words === '' ? picker.emptyStore : picker.nothingFound(sanitiseLine(words))
  const heading = words === '' ? picker.lines.newest : picker.lines.found(sanitiseLine(words))
  out(`${rows.length === 0 ? none : heading}\n`)
  return rows
}

function linesOf(row: PickerRow, number: number, context: CommandContext): string[] {
  const { text, style, timeZone, columns = plainColumns } = context
  const { picker } = text
  const date = localTime(row.at, timeZone)?.date
  const facts = [
    ...(row.matches === undefined ? [] : [picker.matches(row.matches)]),
    ...(row.messages === undefined ? [] : [picker.messages(row.messages)]),
    ...(date === undefined ? [] : [date]),
    ...(row.missing.length === 0 ? [] : [picker.without(row.missing.map(sanitiseLine))]),
    ...(row.isPinned ? [picker.flags.pinned] : []),
    ...(row.isInterrupted ? [picker.flags.interrupted] : []),
  ]
  const title = sanitiseLine(row.title)
  const heading = `${number}. ${sanitiseLine(row.name)}${title === '' ? '' : ` — ${title}`}`
  const plain = { strong: (words: string) => words, quiet: style.quiet }
  return [
    cutToWidth(`${heading} (${facts.join(', ')})`, columns),
    ...row.hits.map((hit) =>
      cutToWidth(`   ${speakerOf(hit, text)}: ${renderSnippet(hit.snippet, plain)}`, columns),
    ),
  ]
}

function resultOf({ name, hits }: PickerRow): PickResult {
  const [best] = hits
  return { action: 'resume', name, ...(best === undefined ? {} : { message: best.position }) }
}
