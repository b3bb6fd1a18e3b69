import { cutToWidth, displayWidth } from '../../text/display-width.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { TypedLine } from './edit-line.ts'
import { graphemes } from './graphemes.ts'
import { layoutPicker } from './layout-picker.ts'
import { paintLine, widthOf } from './paint-line.ts'
import type { PickerState } from './picker-state.ts'
import { renderEmpty } from './render-empty.ts'
import { renderPreview } from './render-preview.ts'
import { type RenderOptions, renderRows } from './render-rows.ts'
import { type Span, span } from './span.ts'
import { wrapText } from './wrap-text.ts'

/** A whole screen. */
export interface PickerFrame {
  /** One per row. A line says nothing to a terminal but letters, their attributes and the column it goes on at. */
  readonly lines: readonly string[]
  /** The cell of the cursor, counted from 0; undefined hides it. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined
}

/** The screen for a state. Pure. */
export function renderPicker(state: PickerState, options: RenderOptions): PickerFrame {
  const { columns, rows } = state.size
  const { picker } = options.text
  const paint = (spans: readonly Span[]): string => paintLine(spans, { ...options, columns })
  if (state.helpTop !== undefined) return renderHelp(state, state.helpTop, options)
  const query = renderQuery(state, options)
  const body = renderBody(state, options)
  const lines = [paint(query.spans), ...body].slice(0, Math.max(1, rows - 1))
  while (lines.length < rows - 1) lines.push('')
  const { prompt } = state
  if (prompt !== undefined) {
    const asked = picker.askName[prompt.kind]
    const field = renderField(prompt.line, columns - displayWidth(asked))
    lines.push(paint([span(asked, 'strong'), span(field.text)]))
    return {
      lines: lines.slice(0, rows),
      cursor: { row: rows - 1, column: displayWidth(asked) + field.column },
    }
  }
  if (rows > 1) lines.push(paint([hintOf(state, options)]))
  const cursor = state.focus === 'query' ? { row: 0, column: query.column } : undefined
  return { lines: lines.slice(0, rows), cursor }
}

/** The query, and at the right which sessions are shown, in which order, and how many. */
function renderQuery(
  state: PickerState,
  { text }: RenderOptions,
): { readonly spans: readonly Span[]; readonly column: number } {
  const { picker } = text
  const { columns } = state.size
  const facts = ` ${factsOf(state, text).join(' · ')}`
  const prompt = span(picker.prompt, 'strong')
  const room = columns - widthOf([prompt])
  const factsWidth = displayWidth(facts) + 16 <= room ? displayWidth(facts) : 0
  const field = renderField(state.query, room - factsWidth)
  const isEmpty = state.query.text === ''
  const shown = isEmpty ? cutToWidth(picker.placeholder, room - factsWidth - 1) : field.text
  const gap = ' '.repeat(Math.max(0, room - factsWidth - displayWidth(shown)))
  const end = factsWidth === 0 ? [] : [span(gap + facts, 'quiet')]
  return {
    spans: [prompt, span(shown, isEmpty ? 'quiet' : 'plain'), ...end],
    column: widthOf([prompt]) + field.column,
  }
}

function factsOf(state: PickerState, { picker }: RenderOptions['text']): string[] {
  const { scope, sort, rows, list, trash, answer, progress, isSearching } = state
  const isAsked = state.query.text.trim() !== ''
  const all = scope === 'trash' ? trash?.length : isAsked ? answer?.total : list?.sessions.length
  const total = Math.max(all ?? 0, rows.length)
  const order = sort === 'relevance' && !isAsked ? 'recency' : sort
  return [
    ...(progress === undefined ? [] : [picker.indexing(progress.done, progress.total)]),
    ...(isSearching && progress === undefined ? [picker.searching] : []),
    picker.scopes[scope],
    ...(scope === 'trash' ? [] : [picker.sorts[order]]),
    ...(all === undefined ? [] : [picker.count(rows.length, total)]),
  ]
}

/** What is typed, moved to the left so that the cursor is seen. */
function renderField(
  { text, cursor }: TypedLine,
  columns: number,
): { readonly text: string; readonly column: number } {
  const room = Math.max(1, columns - 1)
  const before = sanitiseLine(text.slice(0, cursor))
  const after = sanitiseLine(text.slice(cursor))
  if (displayWidth(before) <= room)
    return { text: cutToWidth(before + after, room), column: displayWidth(before) }
  let column = 0
  let start = before.length
  for (const { segment, index } of [...graphemes(before)].toReversed()) {
    const width = displayWidth(segment)
    if (column + width > room) break
    column += width
    start = index
  }
  return { text: before.slice(start), column }
}

function renderBody(state: PickerState, options: RenderOptions): string[] {
  const { list, preview: area } = layoutPicker(state.size)
  const left =
    state.rows.length === 0 ? renderEmpty(state, list.columns, options) : renderRows(state, list, options)
  if (area === undefined) return left.slice(0, list.rows)
  const shown = state.rows[state.selected]
  const isRead = state.preview !== undefined && state.preview.name === shown?.name
  const right =
    isRead && state.preview !== undefined
      ? renderPreview(state.preview, state.previewScroll, area, options)
      : []
  const lines = Array.from({ length: list.rows }, (_, row) => left[row] ?? '')
  if (area.side === 'below') return [...lines, '─'.repeat(area.columns), ...right]
  // Whatever a terminal thinks of the width of a letter, the preview begins at its own column.
  return lines.map(
    (line, row) => `${line}\u001B[${area.column - 1}G│\u001B[${area.column + 1}G${right[row] ?? ''}`,
  )
}

function hintOf({ notice, focus, scope, size }: PickerState, { text }: RenderOptions): Span {
  const { hints } = text.picker
  if (notice !== undefined) return span(sanitiseLine(notice.text), notice.isFailure ? 'failure' : 'strong')
  const hint = scope === 'trash' ? hints.trash : hints[focus]
  return span(displayWidth(hint) > size.columns ? hints.short : hint, 'quiet')
}

function renderHelp({ size }: PickerState, top: number, options: RenderOptions): PickerFrame {
  const { columns, rows } = size
  const { help, hints } = options.text.picker
  const lines = wrapText(help, columns).slice(top, top + Math.max(0, rows - 1))
  while (lines.length < rows - 1) lines.push('')
  const painted = lines.map((line) => paintLine([span(line)], { ...options, columns }))
  return {
    lines: [...painted, paintLine([span(hints.help, 'quiet')], { ...options, columns })],
    cursor: undefined,
  }
}
