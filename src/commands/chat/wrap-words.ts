import { stripVTControlCharacters } from 'node:util'
import { displayWidth } from '../../text/display-width.ts'

/** A line broken between words, so that each is at most `columns` wide where its words allow it. Colours take no room. */
export function wrapWords(line: string, columns: number): string {
  const width = (text: string): number => displayWidth(stripVTControlCharacters(text))
  if (width(line) <= columns) return line
  const lines: string[] = []
  const [first = '', ...others] = line.split(' ')
  let last = first
  for (const word of others) {
    const longer = `${last} ${word}`
    if (last.trim() === '' || width(longer) <= columns) {
      last = longer
    } else {
      lines.push(last)
      last = word
    }
  }
  return [...lines, last].join('\n')
}
