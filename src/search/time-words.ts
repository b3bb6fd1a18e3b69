import { foldCharacters } from './fold-characters.ts'

/** A word of a query as time patterns see it. Offsets are UTF-16. */
export interface TimeWord {
  readonly folded: string
  readonly raw: string
  readonly start: number
  readonly end: number
  /** It is part of something longer, such as `today()`, `src/march.ts` or `last_week`. */
  readonly glued: boolean
  /** Nothing but spaces, and perhaps a comma, stands between it and the word before. */
  readonly follows: boolean
}

/** Words of a text for time patterns; a hyphen between letters or digits joins (`segunda-feira`, `2025-03-01`), a
 * slash between digits too. */
export function timeWords(text: string): TimeWord[] {
  const words: TimeWord[] = []
  let previousEnd = 0
  for (const match of text.matchAll(
    /\d{1,4}\/\d{1,2}(?:\/\d{1,4})?|[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*/gu,
  )) {
    const raw = match[0]
    const start = match.index
    const end = start + raw.length
    words.push({
      folded: foldCharacters(raw),
      raw,
      start,
      end,
      glued: !/(?:^|[\s,;("'“‘¿¡])$/u.test(text.slice(Math.max(0, start - 1), start)) || !endsWord(text, end),
      follows: words.length > 0 && /^[^\S\n]*,?[^\S\n]+$/.test(text.slice(previousEnd, start)),
    })
    previousEnd = end
  }
  return words
}

function endsWord(text: string, end: number): boolean {
  return /^(?:$|\s|[,;!?)"”’'…]|[.:](?:\s|$))/u.test(text.slice(end, end + 2))
}
