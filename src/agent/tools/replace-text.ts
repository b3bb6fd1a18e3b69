export interface ReplacedText {
  readonly text: string
  /** Number of the line, from 1, at which each occurrence of the old text began; they do not overlap. */
  readonly lines: readonly number[]
}

/**
 * Replaces every occurrence. Line ends do not have to be the same to match: what comes in gets those of what it takes
 * the place of, else those that the first line of the text has.
 */
export function replaceText(text: string, from: string, to: string): ReplacedText {
  if (from === '') return { text, lines: [] }
  const wanted = from.replaceAll('\r\n', '\n')
  const plain = text.replaceAll('\r\n', '\n')
  const fileEnd = /\r?\n/.exec(text)?.[0] ?? '\n'
  const lines: number[] = []
  let result = ''
  let line = 1
  /** The same place in both texts. */
  let place = { plain: 0, text: 0 }
  const advance = (until: number): string => {
    const passed = plain.slice(place.plain, until)
    let at = place.text
    for (const part of passed.split(/(\n)/)) {
      if (part === '\n') {
        line++
        at += text.startsWith('\r\n', at) ? 2 : 1
      } else at += part.length
    }
    const original = text.slice(place.text, at)
    place = { plain: until, text: at }
    return original
  }
  for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, place.plain)) {
    result += advance(at)
    lines.push(line)
    const end = /\r?\n/.exec(advance(at + wanted.length))?.[0] ?? fileEnd
    result += to.replaceAll('\r\n', '\n').replaceAll('\n', end)
  }
  return { text: result + text.slice(place.text), lines }
}
