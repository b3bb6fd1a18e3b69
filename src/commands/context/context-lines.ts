import type { Attachment } from '../../contexts/attachment.ts'
import type { AttachmentCost } from '../../contexts/attachment-cost.ts'
import { defaultPassages } from '../../contexts/context-limits.ts'
import type { ContextHead } from '../../contexts/context.ts'
import type { DamagedContext } from '../../contexts/context-files.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { cutToWidth, displayWidth, padToWidth } from '../../text/display-width.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

export interface ColumnsOptions {
  /** How the cells of each column look. */
  readonly styles?: readonly ((text: string) => string)[]
  /** Rows are cut to this. */
  readonly width?: number | undefined
}

/** Cells in aligned columns, each row behind two spaces; the last cell gives way. Cells are safe to show. */
export function columns(
  rows: readonly (readonly string[])[],
  { styles = [], width = Infinity }: ColumnsOptions = {},
): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell))
  return rows.map((row) => {
    let left = width
    const cells = row.map((cell, i) => {
      left -= 2
      const isLast = i === row.length - 1
      const shown = cutToWidth(isLast ? cell : padToWidth(cell, widths[i] ?? 0), Math.max(0, left))
      left -= displayWidth(shown)
      return shown.trim() === '' ? shown : (styles[i]?.(shown) ?? shown)
    })
    return `  ${cells.join('  ')}`.trimEnd()
  })
}

/** A context as it is typed: with quotation marks when it has a space. */
export function typedName(name: string): string {
  const shown = sanitiseLine(name)
  return shown.includes(' ') ? `"${shown}"` : shown
}

/** How an attached context reaches the model, in words. */
export function deliveryText(
  { delivery, chunks = 0 }: AttachmentCost,
  attachment: Attachment,
  text: Catalogue,
): string {
  const { about } = text.context
  if (delivery === 'retrieval') return about.retrieval(attachment.retrieve ?? defaultPassages)
  if (delivery !== 'chunks') return about[delivery]
  if (attachment.chunks === undefined && chunks > 1) return about.chunkList(chunks)
  const numbers = attachment.chunks?.join(', ') ?? '1'
  return about.chunks(numbers, chunks)
}

export function costText({ tokens, isAtMost }: AttachmentCost, { context }: Catalogue): string {
  return isAtMost ? context.perTurnAtMost(tokens) : context.perTurn(tokens)
}

/** What was left out, in one line; none when nothing was. */
export function skippedLines({ skipped }: Pick<ContextHead, 'skipped'>, { context }: Catalogue): string[] {
  const words: Readonly<Record<string, unknown>> = context.skipped
  const parts = Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => {
      const known = reason === 'other' ? undefined : words[reason]
      return typeof known === 'function'
        ? (known as (count: number) => string)(count)
        : context.skipped.other(sanitiseLine(reason), count)
    })
  return parts.length === 0 ? [] : [context.leftOut(parts.join(', '))]
}

export function damagedLines(damaged: readonly DamagedContext[], text: Catalogue): string[] {
  if (damaged.length === 0) return []
  const lines = damaged.map(({ reason }) => `  ${sanitiseLine(text.fromStore(reason))}`)
  return ['', text.context.damagedHeading, '', ...lines]
}
