import type { FoundTool } from '../../chatcli.ts'
import { displayWidth, padToWidth } from '../../text/display-width.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext } from '../command.ts'
import { readableSize } from '../readable-size.ts'
import { purgeLines } from './purge-lines.ts'

/** What there is to import, a tool a line, and what is about to go. */
export function foundTable(
  found: readonly FoundTool[],
  { text, timeZone, isTerminal }: Pick<CommandContext, 'text' | 'timeZone' | 'isTerminal'>,
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
  const lines = rows.map((row) =>
    `  ${row.map((cell, i) => padToWidth(cell, widths[i] ?? 0)).join('  ')}`.trimEnd(),
  )
  const warnings = purgeLines(found, text)
  return [text.import.heading, '', ...lines, ...(warnings.length > 0 ? ['', ...warnings] : [])]
    .map((line) => (isTerminal ? sanitiseLine(line) : line))
    .join('\n')
}
