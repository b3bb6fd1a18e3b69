import { cutToWidth, displayWidth } from '../../text/display-width.ts'
import type { Span, SpanStyle } from './span.ts'

export interface PaintOptions {
  /** Columns that may be used. */
  readonly columns: number
  /** False leaves colours out; bold, dim, underlined and reversed letters stay. */
  readonly colour: boolean
  /** The whole line is reversed, to its last column. */
  readonly isChosen?: boolean
}

const attributes: Readonly<Record<SpanStyle, string>> = {
  plain: '',
  strong: '1',
  quiet: '2',
  match: '1;4',
  failure: '1',
}
const colours: Readonly<Record<SpanStyle, string>> = {
  plain: '',
  strong: '1',
  quiet: '2',
  match: '1;33',
  failure: '1;31',
}

/** A line for a terminal, cut to the columns there are. It leaves the terminal without attributes. */
export function paintLine(
  spans: readonly Span[],
  { columns, colour, isChosen = false }: PaintOptions,
): string {
  const styles = colour && !isChosen ? colours : attributes
  let left = columns
  let line = ''
  for (const { text, style } of spans) {
    if (left <= 0) break
    const width = displayWidth(text)
    const shown = width <= left ? text : cutToWidth(text, left)
    line += styled(shown, styles[style], isChosen)
    left -= width
  }
  return isChosen && left > 0 ? line + styled(' '.repeat(left), '', true) : line
}

/** Columns that pieces take. */
export function widthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + displayWidth(text), 0)
}

function styled(text: string, codes: string, isChosen: boolean): string {
  const all = [...(codes === '' ? [] : [codes]), ...(isChosen ? ['7'] : [])].join(';')
  return text === '' || all === '' ? text : `\u001B[${all}m${text}\u001B[0m`
}
