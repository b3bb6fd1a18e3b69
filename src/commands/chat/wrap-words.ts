import { displayWidth } from '../../text/display-width.ts'

/** A line broken between words, so that each is at most `columns` wide where its words allow it. */
export function wrapWords(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line
  const lines: string[] = []
  let last = ''
  for (const word of line.split(' ')) {
    const longer = last === '' ? word : `${last} ${word}`
    if (last.trim() === '' || displayWidth(longer) <= columns) {
      last = longer
    } else {
      lines.push(last)
      last = word
    }
  }
  return [...lines, last].join('\n')
}
