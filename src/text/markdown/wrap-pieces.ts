import { FlowWriter, type LinePrefix } from './flow-writer.ts'
import type { InlinePiece } from './inline-piece.ts'

export interface WrappedLine {
  /** Painted. */
  readonly text: string
  /** Columns. */
  readonly width: number
}

/**
 * Running text as lines of at most `columns` columns.
 *
 * @param laterPrefix stands in front of every line but the first
 */
export function wrapPieces(
  pieces: readonly InlinePiece[],
  columns: number,
  laterPrefix: LinePrefix = { text: '', width: 0 },
): readonly WrappedLine[] {
  const lines: WrappedLine[] = []
  let text = ''
  const flow = new FlowWriter(
    {
      write: (more) => {
        text += more
      },
      endLine: (width) => {
        lines.push({ text, width })
        text = ''
      },
      columns: () => columns,
    },
    { text: '', width: 0 },
    laterPrefix,
  )
  for (const piece of pieces) flow.add(piece)
  flow.finish()
  return [...lines, { text, width: flow.column }]
}
