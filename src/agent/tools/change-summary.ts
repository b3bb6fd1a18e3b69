const mostLines = 12

/**
 * What differs between two texts, in a few lines: from the first line that does to the last, those that went with `-`
 * and those that came with `+`. `''` when nothing does.
 */
export function changeSummary(before: string, after: string): string {
  if (before === after) return ''
  const old = linesOf(before)
  const now = linesOf(after)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end)
  const added = now.slice(start, now.length - end)
  if (removed.length === 0 && added.length === 0) return 'Only line ends differ.'
  return [`At line ${start + 1}:`, ...some(removed, '-'), ...some(added, '+')].join('\n')
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}

function some(lines: readonly string[], mark: string): readonly string[] {
  const shown = lines
    .slice(0, mostLines)
    .map((line) => `${mark}${line.length > 200 ? `${line.slice(0, 200)}…` : line}`)
  const left = lines.length - shown.length
  return left > 0 ? [...shown, `${mark}… ${left} more lines`] : shown
}
