import { speakerOf } from '../../commands/speaker-of.ts'
import type { PickerPreview } from '../../commands/picker/picker-memory.ts'
import type { PageMessage } from '../../search/search-result.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import { wordMarker } from './mark-words.ts'
import { paintLine } from './paint-line.ts'
import type { RenderOptions } from './render-rows.ts'
import { type Span, span } from './span.ts'
import { wrapText } from './wrap-text.ts'

interface Area {
  readonly rows: number
  readonly columns: number
}

interface Wrapped {
  readonly columns: number
  readonly lines: readonly (readonly Span[])[]
  /** The line to show: that of the match, or of the message it is opened at; the last one without either. */
  readonly at: number
}

/** Wrapping takes longer than all the rest: it is done once for a preview and a width. */
const wrapped = new WeakMap<PickerPreview, Wrapped>()

/** The lines of the preview, at its match. @param scroll lines it was moved from there */
export function renderPreview(
  preview: PickerPreview,
  scroll: number,
  area: Area,
  options: RenderOptions,
): string[] {
  const known = wrapped.get(preview)
  const { lines, at } = known?.columns === area.columns ? known : wrap(preview, area.columns, options)
  const isAtEnd = preview.position === undefined
  const start = isAtEnd ? lines.length - area.rows : at - Math.floor(area.rows / 3)
  const first = Math.max(0, Math.min(start + scroll, lines.length - 1))
  return lines.slice(first, first + area.rows).map((spans) => paintLine(spans, { ...options, ...area }))
}

function wrap(preview: PickerPreview, columns: number, options: RenderOptions): Wrapped {
  const { page, position, hits } = preview
  const words = hits.flatMap(({ snippet }) =>
    snippet.matches.map(({ start, end }) => sanitiseLine(snippet.text.slice(start, end))),
  )
  const mark = wordMarker(words)
  const lines: (readonly Span[])[] = []
  let at: number | undefined
  for (const message of page.messages) {
    const isOpened = message.position === position
    const from = lines.length
    lines.push(headingOf(message, isOpened, options))
    for (const line of wrapText(bodyOf(message), columns)) lines.push(mark(line))
    lines.push([])
    if (!isOpened) continue
    const match = lines.findIndex((line, i) => i > from && line.some(({ style }) => style === 'match'))
    at = match < 0 ? from : match
  }
  if (page.messages.length === 0) lines.push([span(options.text.picker.noMessages, 'quiet')])
  const result = { columns, lines, at: at ?? Math.max(0, lines.length - 1) }
  wrapped.set(preview, result)
  return result
}

function headingOf(message: PageMessage, isOpened: boolean, { text, timeZone }: RenderOptions): Span[] {
  const time = message.at === undefined ? undefined : localTime(message.at, timeZone)
  const shown = time === undefined ? '' : `  ${time.date} ${time.time.slice(0, 5)}`
  const label = `[${message.position}] ${speakerOf(message, text)}`
  return [span(`${isOpened ? '▸ ' : ''}${label}`, isOpened ? 'strong' : 'quiet'), span(shown, 'quiet')]
}

function bodyOf({ text, toolCalls = [] }: PageMessage): string {
  const calls = toolCalls.map((call) => `→ ${sanitiseLine(`${call.name} ${call.arguments}`)}`)
  const said = sanitiseForTerminal(text).replaceAll('\r', '').trimEnd()
  return [...(said === '' && calls.length > 0 ? [] : [said]), ...calls].join('\n')
}
