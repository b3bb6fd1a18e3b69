import { type Span, type SpanStyle, span } from './span.ts'

/** What to set off in a text: the words that matched, as they stand in it, in any case. */
export type WordMarker = (text: string, style?: SpanStyle) => readonly Span[]

/** A marker for these words. */
export function wordMarker(words: Iterable<string>): WordMarker {
  const distinct = [...new Set([...words].map((word) => word.toLowerCase()))].filter((word) => word !== '')
  if (distinct.length === 0) return (text, style) => [span(text, style)]
  const longestFirst = distinct.toSorted((a, b) => b.length - a.length)
  const either = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')
  const pattern = new RegExp(either, 'giu')
  return (text, style) => {
    const spans: Span[] = []
    let at = 0
    for (const match of text.matchAll(pattern)) {
      if (match.index > at) spans.push(span(text.slice(at, match.index), style))
      at = match.index + match[0].length
      spans.push(span(match[0], 'match'))
    }
    if (at < text.length || spans.length === 0) spans.push(span(text.slice(at), style))
    return spans
  }
}
