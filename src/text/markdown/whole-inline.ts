import { InlineCutter } from './inline-cutter.ts'
import type { InlinePiece } from './inline-piece.ts'
import { type InlineOptions, inlinePieces } from './inline-pieces.ts'
import type { Paint } from './markdown-style.ts'

const plain: Paint = (text) => text

/** What a heading or a cell looks like, cut as a paragraph is; `paint` is of all of it. */
export function wholeInline(
  markdown: string,
  options: InlineOptions,
  paint: Paint = plain,
): readonly InlinePiece[] {
  const pieces: InlinePiece[] = []
  const cutter = new InlineCutter({
    text: (piece) => {
      pieces.push(...inlinePieces(piece, options, paint))
    },
    space: () => {
      pieces.push({ text: ' ', paint, kind: 'words' })
    },
    lineBreak: () => {
      pieces.push({ text: '', paint, kind: 'break' })
    },
  })
  cutter.push(markdown)
  cutter.finish()
  return pieces
}
