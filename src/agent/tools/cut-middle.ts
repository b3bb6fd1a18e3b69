/**
 * Text of at most `most` characters and one line that says what was left out: the first two thirds and the end, since
 * what a program did comes first and how it ended comes last. No surrogate pair is split.
 */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, Math.ceil((most * 2) / 3)).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - Math.floor(most / 3)).replace(/^[\uDC00-\uDFFF]/, '')
  const left = text.length - head.length - tail.length
  return `${head}\n[… ${left} characters left out …]\n${tail}`
}
