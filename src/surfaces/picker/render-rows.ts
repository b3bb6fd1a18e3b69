import { speakerOf } from '../../commands/speaker-of.ts'
import type { MessageHit } from '../../search/search-result.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { cutToWidth } from '../../text/display-width.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { paintLine, widthOf } from './paint-line.ts'
import type { PickerState } from './picker-state.ts'
import type { PickerRow } from './rows-of.ts'
import { type Span, span } from './span.ts'

export interface RenderOptions {
  readonly text: Catalogue
  readonly colour: boolean
  readonly timeZone: string | undefined
}

interface Area {
  readonly rows: number
  readonly columns: number
}

/** From here on there is room for how many messages match, and for how many a session has. */
const roomForMatches = 48
const roomForCounts = 60

/** The lines of the list: sessions with their strongest sentences, from the first one shown. */
export function renderRows(state: PickerState, area: Area, options: RenderOptions): string[] {
  const lines: string[] = []
  for (let index = state.top; index < state.rows.length && lines.length < area.rows; index++) {
    const row = state.rows[index]
    if (row === undefined) break
    const isChosen = index === state.selected
    lines.push(paintLine(heading(row, area, isChosen, options), { ...options, ...area, isChosen }))
    const position = isChosen ? (state.position ?? row.hits[0]?.position) : undefined
    for (const hit of row.hits) lines.push(sentence(hit, hit.position === position, area, options))
  }
  return lines.slice(0, area.rows)
}

function heading(row: PickerRow, { columns }: Area, isChosen: boolean, options: RenderOptions): Span[] {
  const facts = ` ${factsOf(row, columns, options).join(' · ')}`
  const title = sanitiseLine(row.title)
  const flags = flagsOf(row, options.text)
  const left = [
    span(isChosen ? '▸ ' : '  ', 'strong'),
    span(sanitiseLine(row.name), 'strong'),
    ...(flags === '' ? [] : [span(` ${flags}`, 'quiet')]),
    ...(title === '' ? [] : [span(` — ${title}`)]),
  ]
  const room = columns - widthOf([span(facts)])
  const kept = cutSpans(left, Math.max(1, room))
  const gap = ' '.repeat(Math.max(0, room - widthOf(kept)))
  return [...kept, span(gap + facts, 'quiet')]
}

function factsOf(row: PickerRow, columns: number, { text, timeZone }: RenderOptions): string[] {
  const { picker } = text
  const date = localTime(row.at, timeZone)?.date ?? ''
  const day = row.isInTrash ? picker.deletedOn(date) : date
  const isRoomy = columns >= roomForCounts
  const count =
    row.matches !== undefined
      ? columns < roomForMatches
        ? undefined
        : picker.matches(row.matches)
      : row.messages !== undefined && isRoomy
        ? picker.messages(row.messages)
        : undefined
  const missing = isRoomy && row.missing.length > 0 ? [picker.without(row.missing.map(sanitiseLine))] : []
  return [
    ...missing.map((words) => cutToWidth(words, 24)),
    ...(count === undefined ? [] : [count]),
    day,
  ].filter((fact) => fact !== '')
}

function flagsOf(row: PickerRow, { picker }: Catalogue): string {
  const flags = [
    ...(row.isPinned ? [picker.flags.pinned] : []),
    ...(row.isPrivate ? [picker.flags.private] : []),
    ...(row.isInterrupted ? [picker.flags.interrupted] : []),
    ...(row.source === undefined ? [] : [sanitiseLine(row.source)]),
  ]
  return flags.length === 0 ? '' : `(${flags.join(', ')})`
}

function sentence(hit: MessageHit, isChosen: boolean, area: Area, options: RenderOptions): string {
  const lead = [
    span(isChosen ? '   → ' : '     ', 'strong'),
    span(`${speakerOf(hit, options.text)}: `, 'quiet'),
  ]
  const { text, matches } = hit.snippet
  const spans: Span[] = []
  let at = text.startsWith('…') ? 1 : 0
  for (const { start, end } of matches) {
    if (start < at || end <= start) continue
    spans.push(span(sanitiseLine(text.slice(at, start))), span(sanitiseLine(text.slice(start, end)), 'match'))
    at = end
  }
  spans.push(span(sanitiseLine(text.slice(at))))
  const shown = atFirstMatch(spans, area.columns - widthOf(lead))
  return paintLine([...lead, ...shown], { ...options, ...area })
}

/** A sentence whose first match would not be seen begins a little before it. */
function atFirstMatch(spans: readonly Span[], columns: number): readonly Span[] {
  const [first, match, ...rest] = spans
  if (first === undefined || match === undefined || widthOf([first, match]) <= columns) return spans
  const words = first.text.split(/(?<=\s)/)
  const room = Math.max(0, Math.floor(columns / 3) - 1)
  let kept = ''
  while (words.length > 0 && widthOf([span(words.at(-1) + kept)]) <= room) kept = words.pop() + kept
  return [span(`…${kept}`), match, ...rest]
}

function cutSpans(spans: readonly Span[], columns: number): Span[] {
  const kept: Span[] = []
  let left = columns
  for (const piece of spans) {
    const width = widthOf([piece])
    if (width <= left) kept.push(piece)
    else if (left > 0) kept.push({ ...piece, text: cutToWidth(piece.text, left) })
    left -= width
    if (left <= 0) break
  }
  return kept
}
