import { graphemes } from './graphemes.ts'

/** Longer clusters are not written by people. */
const context = 64

/** The nearest place at or before `at` (UTF-16) where the text may be cut without breaking a character. */
export function graphemeCut(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  const previous = text.charCodeAt(at - 1)
  const next = text.charCodeAt(at)
  // Between two ASCII characters only CR LF belongs together.
  if (previous < 128 && next < 128) return previous === 13 && next === 10 ? at - 1 : at
  const from = Math.max(0, at - context)
  let cut = from
  for (const { index } of graphemes(text.slice(from, at + context))) {
    if (from + index > at) break
    cut = from + index
  }
  return cut > from || from === 0 ? cut : at
}
