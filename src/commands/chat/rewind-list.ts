import type { RewindPoint } from '../../agent/rewind/rewind-points.ts'
import { cutToWidth, displayWidth, padToWidth } from '../../text/display-width.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { SlashContext } from './slash-context.ts'

/** The points to rewind to, numbered from 1, newest first, in lines that are safe in a terminal. */
export function rewindList(
  points: readonly RewindPoint[],
  gaps: number,
  { text, now, columns = Infinity }: Pick<SlashContext, 'text' | 'now' | 'columns'>,
  most: number,
): readonly string[] {
  const { rewind } = text
  if (points.length === 0) return [rewind.none]
  const shown = points.slice(0, most)
  const rows = shown.map(({ at, goes, label, isCompacted }, index) => [
    String(index + 1).padStart(String(shown.length).length),
    rewind.ago(now() - Date.parse(at)),
    rewind.goes(goes),
    sanitiseLine(isCompacted ? `${label} ${rewind.compacted}` : label),
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))))
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => padToWidth(cell, widths[column] ?? 0))
    return cutToWidth(`  ${cells.join('  ')}`, columns)
  })
  const left = points.length - shown.length
  return [
    rewind.heading,
    ...lines,
    ...(left > 0 ? [rewind.more(left)] : []),
    ...(gaps > 0 ? [rewind.gaps(gaps)] : []),
  ]
}
