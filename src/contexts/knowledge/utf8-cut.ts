import { graphemeCut } from '../../conversation/grapheme-cut.ts'

/** The longest beginning of a text that takes at most `most` bytes of UTF-8 and ends between two characters. */
export function utf8Cut(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  let low = 0
  let high = Math.min(text.length, most)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Buffer.byteLength(text.slice(0, middle)) <= most) low = middle
    else high = middle - 1
  }
  return text.slice(0, graphemeCut(text, low))
}
