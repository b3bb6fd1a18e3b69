import { displayWidth } from '../../text/display-width.ts'
import { graphemes } from './graphemes.ts'

/**
 * A text in lines of at most `columns` columns, broken between words where that can be, inside of them where it must be.
 * Line breaks of the text stay.
 */
export function wrapText(text: string, columns: number): string[] {
  const width = Math.max(2, columns)
  return text.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), width))
}

function wrapLine(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line]
  const lines: string[] = []
  let current = ''
  let used = 0
  const end = (): void => {
    lines.push(current.trimEnd())
    current = ''
    used = 0
  }
  for (const word of line.match(/\s+|\S+/g) ?? []) {
    const width = displayWidth(word)
    if (used + width <= columns) {
      current += word
      used += width
      continue
    }
    if (word.trim() === '') {
      end()
      continue
    }
    // Scripts without spaces fill the line; a word with them begins the next one when it has room there.
    if (used > 0 && width <= columns && !isSpaceless(word)) end()
    for (const { segment } of graphemes(word)) {
      const step = displayWidth(segment)
      if (used + step > columns) end()
      current += segment
      used += step
    }
  }
  if (current.trimEnd() !== '' || lines.length === 0) end()
  return lines
}

function isSpaceless(word: string): boolean {
  return /[\u2E80-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\u{20000}-\u{3FFFD}]/u.test(word)
}
