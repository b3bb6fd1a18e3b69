/** How a piece of a line is set off; terminals of 16 colours show all of them. */
export type SpanStyle = 'plain' | 'strong' | 'quiet' | 'match' | 'failure'

/** A piece of a line: text that is safe to show, without line breaks. */
export interface Span {
  readonly text: string
  readonly style: SpanStyle
}

/** A piece of a line. */
export function span(text: string, style: SpanStyle = 'plain'): Span {
  return { text, style }
}
