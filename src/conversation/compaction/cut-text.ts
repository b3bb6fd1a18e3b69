let segmenter: Intl.Segmenter | undefined
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
  const headEnd = line >= head / 2 ? line : characterStart(text, head)
  const from = text.length - tail
  const next = text.indexOf('\n', from - 1)
  const tailStart = next >= 0 && next + 1 <= from + tail / 2 ? next + 1 : characterEnd(text, from)
  if (tailStart <= headEnd) return undefined
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), left: tailStart - headEnd }
}

/** The beginning of a text, at most `most` UTF-16 units, with `…` behind it when something was cut. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, characterStart(text, Math.max(0, most - 1)))}…`
}

/** The nearest place at or before `at` where no character is split. */
function characterStart(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  const from = Math.max(0, at - around)
  let place = from
  for (const { index } of segments(text.slice(from, at + around))) {
    if (from + index > at) break
    place = from + index
  }
  return place > from || from === 0 ? place : at
}

/** The nearest place at or behind `at` where no character is split. */
function characterEnd(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  const from = Math.max(0, at - around)
  for (const { index } of segments(text.slice(from, at + around))) if (from + index >= at) return from + index
  return Math.min(text.length, at + around)
}

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}
