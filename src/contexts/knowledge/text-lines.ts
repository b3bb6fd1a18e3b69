/** Where the lines of a text begin and end, UTF-16. */
export interface TextLines {
  readonly text: string
  readonly count: number
  start(line: number): number
  /** Behind its line end. */
  end(line: number): number
  /** Without its line end. */
  at(line: number): string
}

/** Lines of a text, numbered from 0; what stands behind the last line end is a line when it is not empty. */
export function textLines(text: string): TextLines {
  const starts: number[] = []
  for (let at = 0; at < text.length;) {
    starts.push(at)
    const end = text.indexOf('\n', at)
    at = end < 0 ? text.length : end + 1
  }
  const start = (line: number): number => starts[line] ?? text.length
  return {
    text,
    count: starts.length,
    start,
    end: (line) => start(line + 1),
    at(line) {
      let end = start(line + 1)
      if (text.charCodeAt(end - 1) === 10) end--
      if (text.charCodeAt(end - 1) === 13) end--
      return text.slice(start(line), Math.max(start(line), end))
    },
  }
}
