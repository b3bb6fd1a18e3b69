import { isPlainWide } from './word-width.ts'

const spaceless =
  /^[\u2E80-\u303E\u3041-\u312F\u3190-\uA4CF\uF900-\uFAFF\uFE30-\uFE4F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]/u
const anySpaceless = new RegExp(spaceless.source.slice(1), 'u')
const neverFirst =
  /^[\p{Mark}\p{Pe}\p{Pf}\u200D!%),.:;?\]}、。，．・：；？！゛゜ゝゞ々ー’”…‥％〜～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u
const neverLast = /[\p{Ps}\p{Pi}“‘＄￥]$/u

let segmenter: Intl.Segmenter | undefined

/**
 * Whether a line may be broken between two characters with no space between them: beside one of a script that is
 * written without spaces (Han, kana), but not in front of what closes or lengthens, nor behind what opens.
 */
export function mayBreakBetween(before: string, after: string): boolean {
  if (!spaceless.test(before) && !spaceless.test(after)) return false
  return !neverFirst.test(after) && !neverLast.test(before)
}

/** Whether any character of a text is of a script that is written without spaces. */
export function hasSpaceless(text: string): boolean {
  return anySpaceless.test(text)
}

/** The pieces of a word that a line may be broken between; together they are the word. */
export function breakUnits(word: string): readonly string[] {
  if (!hasSpaceless(word)) return [word]
  const units: string[] = []
  let unit = ''
  let before = ''
  for (const cluster of clustersOf(word)) {
    if (unit !== '' && mayBreakBetween(before, cluster)) {
      units.push(unit)
      unit = ''
    }
    unit += cluster
    before = cluster
  }
  return [...units, unit]
}

/** What a reader sees as single characters. */
export function clustersOf(text: string): readonly string[] {
  if (isPlainWide(text)) return text.split('')
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
