import { graphemeCut } from '../grapheme-cut.ts'
import { graphemes } from '../graphemes.ts'

/** Longer clusters are not written by people. */
const around = 64

export interface CutOptions {
  /** At most so many UTF-16 units of the beginning and of the end stay. */
  readonly head: number
  readonly tail: number
}

export interface CutText {
  readonly head: string
  readonly tail: string
  /** Characters (UTF-16 units) between them. */
  readonly left: number
}

/**
 * The beginning and the end of a text, cut at line ends where one is near (in the last half of the beginning, in the
 * first half of the end), else between two characters as a person sees them. Undefined when nothing is left between.
 */
export function cutText(text: string, { head, tail }: CutOptions): CutText | undefined {
  if (text.length <= head + tail) return undefined
  const line = text.lastIndexOf('\n', head - 1)
  const headEnd = line >= head / 2 ? line : graphemeCut(text, head)
  const from = text.length - tail
  const next = text.indexOf('\n', from - 1)
  const tailStart = next >= 0 && next + 1 <= from + tail / 2 ? next + 1 : characterEnd(text, from)
  if (tailStart <= headEnd) return undefined
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), left: tailStart - headEnd }
}

/** The beginning of a text, at most `most` UTF-16 units, with `…` behind it when something was cut. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, graphemeCut(text, Math.max(0, most - 1)))}…`
}

/** The nearest place at or behind `at` where no character is split. */
function characterEnd(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  const from = Math.max(0, at - around)
  for (const { index } of graphemes(text.slice(from, at + around)))
    if (from + index >= at) return from + index
  return Math.min(text.length, at + around)
}
