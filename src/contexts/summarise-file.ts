import { graphemeCut } from '../conversation/grapheme-cut.ts'

const mostLines = 10
const mostCharacters = 500

/** The beginning of a file: its first lines with something on them, at most 10 of them and 500 characters. */
export function summariseFile(content: string): string {
  const lines: string[] = []
  let length = 0
  let isCut = false
  let at = 0
  while (at <= content.length) {
    const end = content.indexOf('\n', at)
    const line = content.slice(at, end < 0 ? content.length : end).trimEnd()
    at = end < 0 ? content.length + 1 : end + 1
    if (line.trim() === '') continue
    const room = mostCharacters - length
    if (lines.length === mostLines || room <= 0) {
      isCut = true
      break
    }
    lines.push(line.length <= room ? line : line.slice(0, graphemeCut(line, room)))
    length += line.length + 1
    if (line.length > room) {
      isCut = true
      break
    }
  }
  return isCut ? `${lines.join('\n')}\n…` : lines.join('\n')
}
