import { displayWidth } from '../display-width.ts'

// Most words are made of these alone, and to find the characters of a text takes longer than all else done with it.
const narrow = /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u0386-\u0481\u048A-\u052F]*$/u
const wide =
  /^[\u3001\u3002\u300A-\u300F\u3041-\u3096\u30A1-\u30FC\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF5E]+$/u

/** Columns of a word behind a space, which a mark that it begins with would join. */
export function wordWidth(word: string): number {
  if (narrow.test(word)) return word.length
  return isPlainWide(word) ? 2 * word.length : displayWidth(` ${word}`) - 1
}

/** Whether a text is all characters of one unit and two columns. */
export function isPlainWide(text: string): boolean {
  return wide.test(text)
}
