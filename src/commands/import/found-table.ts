import type { FoundTool } from '../../chatcli.ts'
import { displayWidth, padToWidth } from '../../text/display-width.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext } from '../command.ts'
import { readableSize } from '../readable-size.ts'
import { purgeLines } from './purge-lines.ts'

/** What a terminal that is too narrow goes without, one after the other: when something was new, size, files. */
const SPARED = [3, 2, 1]

/** What there is to import, a tool a line, and what is about to go. */
export function foundTable(
  found: readonly FoundTool[],
  {
    text,
    timeZone,
    isTerminal,
    columns: width = Infinity,
  }: Pick<CommandContext, 'text' | 'timeZone' | 'isTerminal' | 'columns'>,
): string {
  const { columns, fresh } = text.import
  const rows = [
    [columns.tool, columns.files, columns.size, columns.newest, columns.fresh],
    ...found.map((each) => [
      each.label,
      String(each.units),
      readableSize(each.bytes),
      each.newestAt === undefined ? '' : (localTime(each.newestAt, timeZone)?.date ?? ''),
      fresh(each.fresh, readableSize(each.freshBytes)),
    ]),
  ]
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => displayWidth(row[i] ?? '')))) ?? []
  let kept = widths.map((_, i) => i)
  for (const spared of SPARED) {
    if (kept.reduce((sum, i) => sum + 2 + (widths[i] ?? 0), 0) <= width) break
    kept = kept.filter((i) => i !== spared)
  }
  const lines = rows.map((row) =>
    `  ${kept.map((i) => padToWidth(row[i] ?? '', widths[i] ?? 0)).join('  ')}`.trimEnd(),
  )
  const warnings = purgeLines(found, text)
  return [text.import.heading, '', ...lines, ...(warnings.length > 0 ? ['', ...warnings] : [])]
    .map((line) => (isTerminal ? sanitiseLine(line) : line))
    .join('\n')
}
