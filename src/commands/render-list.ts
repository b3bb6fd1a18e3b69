import type { SessionList, SessionSummary } from '../chatcli.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { cutToWidth, displayWidth, padToWidth } from '../text/display-width.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import { readableSize } from './readable-size.ts'
import type { TextStyle } from './text-style.ts'

export interface RenderListOptions {
  readonly text: Catalogue
  readonly style: TextStyle
  readonly timeZone: string | undefined
  /** Rows are cut to this; undefined cuts nothing. */
  readonly columns: number | undefined
  /** Sizes stand in the rows too. */
  readonly sizes: boolean
  /** The tool the sessions were to come from, when one was asked for. */
  readonly source?: string
}

/** Longer names push their own row to the right, not the others. */
const widestName = 40

/** A row per session (name, day of the last message, messages, title), then what is left and what is unreadable. */
export function renderList(list: SessionList, options: RenderListOptions): string {
  const { text, source } = options
  const none = source === undefined ? text.sessionListEmpty : text.sessionListNoneFrom(sanitiseLine(source))
  const { sessions, total, unreadable } = list
  const more = total - sessions.length
  const bad = unreadable.map(
    ({ name, reason }) => `  ${sanitiseLine(name)}: ${sanitiseLine(text.fromStore(reason))}`,
  )
  return [
    ...(total === 0 ? [none] : [text.sessionListHeading, '', ...rows(sessions, options)]),
    ...(more > 0 ? ['', text.andMore(more)] : []),
    ...(bad.length > 0 ? ['', text.unreadableHeading, '', ...bad] : []),
  ].join('\n')
}

function rows(sessions: readonly SessionSummary[], options: RenderListOptions): string[] {
  const { text, style, timeZone, columns = Infinity, sizes } = options
  const cells = sessions.map((session) => ({
    name: sanitiseLine(session.name),
    date: localTime(session.updatedAt, timeZone)?.date ?? '',
    count: text.messageCount(session.messages),
    size: sizes ? readableSize(session.size) : '',
    about: [sanitiseLine(session.title), flagsOf(session, text)].filter((part) => part !== '').join(' '),
  }))
  const widest = (of: (cell: (typeof cells)[number]) => string): number =>
    Math.max(0, ...cells.map((cell) => displayWidth(of(cell))))
  const nameWidth = Math.min(
    widestName,
    widest((cell) => cell.name),
  )
  const countWidth = widest((cell) => cell.count)
  const sizeWidth = widest((cell) => cell.size)
  return cells.map(({ name, date, count, size, about }) => {
    const facts = `  ${date.padEnd(10)}  ${count.padStart(countWidth)}${sizes ? `  ${size.padStart(sizeWidth)}` : ''}`
    const shownName = cutToWidth(padToWidth(name, nameWidth), Math.max(1, columns - 2))
    const rest = cutToWidth(facts, columns - 2 - displayWidth(shownName))
    const left = columns - 4 - displayWidth(shownName) - displayWidth(rest)
    const end = about === '' || left < 2 ? '' : `  ${cutToWidth(about, left)}`
    return `  ${style.strong(shownName)}${style.quiet(rest)}${end}`.trimEnd()
  })
}

function flagsOf(session: SessionSummary, text: Catalogue): string {
  const flags = [
    ...(session.pinned ? [text.flags.pinned] : []),
    ...(session.private ? [text.flags.private] : []),
    ...(session.interrupted ? [text.flags.interrupted] : []),
    ...(session.source === undefined ? [] : [sanitiseLine(session.source.tool)]),
    ...(session.sourceGoneAt === undefined ? [] : [text.flags.sourceGone]),
  ]
  return flags.length === 0 ? '' : `(${flags.join(', ')})`
}
