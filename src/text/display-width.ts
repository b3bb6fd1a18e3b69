const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18DFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}\uFE0F]/u
const invisible = /^[\p{Mark}\p{Format}\p{Control}]*$/u
const ascii = /^[ -~]*$/

let segmenter: Intl.Segmenter | undefined

/**
 * Columns a line takes in a terminal: 2 for characters that East Asian Width calls wide and for emoji, 0 for marks
 * alone, 1 for any other. A character is what a reader sees as one (a grapheme cluster).
 */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const { segment } of clusters(text)) width += clusterWidth(segment)
  return width
}

/** The text in at most `columns` columns, with `…` at its end when something had to go. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  if (columns < 1) return ''
  let kept = ''
  let width = 1
  for (const { segment } of clusters(text)) {
    width += clusterWidth(segment)
    if (width > columns) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** The text with spaces behind it up to `columns` columns. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

function clusters(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

function clusterWidth(cluster: string): number {
  if (invisible.test(cluster)) return 0
  return wide.test(cluster) ? 2 : 1
}
