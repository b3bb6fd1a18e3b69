/** What stands for a line end where lines matter. */
export const lineMark = ' ⏎ '

/**
 * Tells for the offset of a line end (UTF-16) whether lines matter there: beside a line of a fenced block of code or of a
 * table. Elsewhere a line end is no more than a space.
 */
export function lineBreaks(text: string): (at: number) => boolean {
  const kept = new Set<number>()
  let fenced = false
  let before = false
  let start = 0
  for (const line of text.split('\n')) {
    const fence = /^\s{0,3}(?:```|~~~)/.test(line)
    const matters = fence || fenced || /^\s*\|.*\|\s*$/.test(line)
    if (before || matters) kept.add(start - 1)
    if (fence) fenced = !fenced
    before = matters
    start += line.length + 1
  }
  if (before) kept.add(text.length)
  return (at) => kept.has(at)
}
