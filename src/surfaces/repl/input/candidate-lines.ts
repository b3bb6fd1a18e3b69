import { cutToWidth, displayWidth, padToWidth } from '../../../text/display-width.ts'
import { sanitiseLine } from '../../../text/sanitise.ts'
import type { CompletionWord } from './completion.ts'

/** How a list of candidates is shown. */
export interface CandidateLinesOptions {
  /** No line is wider. */
  readonly columns: number
  readonly mostLines: number
  /** `… and 12 more` */
  readonly andMore: (count: number) => string
}

/**
 * Candidates as lines that are safe in a terminal: words that mean something one to a line with what they mean, cut to
 * the width; others side by side.
 */
export function candidateLines(
  candidates: readonly CompletionWord[],
  options: CandidateLinesOptions,
): string[] {
  const { columns, mostLines, andMore } = options
  const words = candidates.map(({ word, about }) => ({
    word: sanitiseLine(word),
    about: sanitiseLine(about),
  }))
  const widest = Math.max(0, ...words.map(({ word }) => displayWidth(word)))
  const isDescribed = words.some(({ about }) => about !== '')
  const perLine = isDescribed ? 1 : Math.max(1, Math.floor((columns + 2) / (widest + 2)))
  const shown = words.length > mostLines * perLine ? words.slice(0, (mostLines - 1) * perLine) : words
  const left = words.length - shown.length
  const width = isDescribed ? Math.min(widest, Math.max(12, Math.floor(columns / 2))) : widest
  const lines: string[] = []
  for (let at = 0; at < shown.length; at += perLine) {
    const cells = shown.slice(at, at + perLine).map(({ word, about }) => {
      return `${padToWidth(cutToWidth(word, width), width)}  ${about}`
    })
    lines.push(
      cutToWidth(
        cells
          .map((cell) => (isDescribed ? cell : cell.slice(0, -2)))
          .join('  ')
          .trimEnd(),
        columns,
      ),
    )
  }
  return left > 0 ? [...lines, cutToWidth(andMore(left), columns)] : lines
}
