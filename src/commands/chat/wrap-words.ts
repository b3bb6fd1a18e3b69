import { stripVTControlCharacters } from 'node:util'
import { cutToWidth, displayWidth } from '../../text/display-width.ts'

/**
 * A line of the program's own words, broken between them so that each is at most `columns` wide where its words allow
 * it. The second column of an indented list goes on under itself; frames stay frames. Colours take no room.
 */
export function wrapWords(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  if (/^[╭╰]─+$/u.test(line)) return cutToWidth(line, columns).replace('…', '─')
  const [frame] = /^│ */u.exec(line) ?? []
  if (frame !== undefined) return hang(line.slice(frame.length), frame, frame, columns)
  const [start, indent = ''] = /^( +)\S.*? {2,}(?=\S)/u.exec(line) ?? []
  if (start === undefined) {
    const [margin = ''] = /^ */.exec(line) ?? []
    return hang(line.slice(margin.length), margin, margin, columns)
  }
  const about = line.slice(start.length)
  const width = widthOf(start)
  if (width <= columns / 2) return hang(about, start, ' '.repeat(width), columns)
  const under = `${indent}    `
  return `${wrapWords(start.trimEnd(), columns)}\n${hang(about, under, under, columns)}`
}

/** Words in lines that begin with `first`, then with `next`. */
function hang(text: string, first: string, next: string, columns: number): string {
  const [word = '', ...words] = text.split(' ')
  const lines: string[] = []
  let last = first + word
  for (const each of words) {
    const longer = `${last} ${each}`
    if (last === next) {
      last += each
    } else if (widthOf(longer) <= columns) {
      last = longer
    } else {
      lines.push(last.trimEnd())
      last = next + each
    }
  }
  return [...lines, last].join('\n')
}

function widthOf(text: string): number {
  return displayWidth(stripVTControlCharacters(text))
}
