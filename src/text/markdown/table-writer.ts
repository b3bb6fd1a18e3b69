import { breakUnits } from './break-units.ts'
import type { InlinePiece } from './inline-piece.ts'
import type { InlineOptions } from './inline-pieces.ts'
import { type Alignment, alignmentsOf, cellsOf } from './table-row.ts'
import { type TableColumn, tableGap, tableWidths } from './table-widths.ts'
import { wholeInline } from './whole-inline.ts'
import { wordWidth } from './word-width.ts'
import { type WrappedLine, wrapPieces } from './wrap-pieces.ts'

export interface TableWriterOptions {
  readonly inline: InlineOptions
  /** How wide the lines may be when the first is written. */
  readonly columns: () => number
  readonly writeLine: (line: string) => void
}

type Row = readonly (readonly InlinePiece[])[]

/** Rows that are looked at before the widths of the columns are fixed; what comes after is written row by row. */
const rowsForWidths = 50

/**
 * Writes a table: columns as wide as they need to be, cells broken into lines where the terminal is too narrow, and a
 * line for each cell where it is narrower still.
 */
export class TableWriter {
  readonly #options: TableWriterOptions
  readonly #headings: readonly string[]
  readonly #alignments: readonly Alignment[]
  #waiting: Row[] = []
  #write: ((row: Row) => void) | undefined

  /** The head of the table and the rule below it, as they stand in the source. */
  constructor(head: string, delimiters: string, options: TableWriterOptions) {
    this.#options = options
    this.#headings = cellsOf(head)
    this.#alignments = alignmentsOf(delimiters)
  }

  /** A row as it stands in the source. */
  add(line: string): void {
    const { inline } = this.#options
    const cells = cellsOf(line)
    const last = this.#headings.length - 1
    const row = this.#headings.map((_, i) => {
      const text = i < last ? cells[i] : cells.slice(i).join(' | ')
      return wholeInline(text ?? '', inline)
    })
    if (this.#write !== undefined) this.#write(row)
    else if (this.#waiting.push(row) === rowsForWidths) this.#begin()
  }

  finish(): void {
    if (this.#write === undefined) this.#begin()
  }

  #begin(): void {
    const { inline, columns } = this.#options
    const head = this.#headings.map((text) => wholeInline(text, inline, inline.style.strong))
    const natural = head.map((cell, i) => columnOf([cell, ...this.#waiting.map((row) => row[i] ?? [])]))
    const widths = tableWidths(natural, columns())
    this.#write = widths === undefined ? this.#records(head) : this.#columns(head, widths, natural)
    for (const row of this.#waiting) this.#write(row)
    this.#waiting = []
  }

  #columns(head: Row, widths: readonly number[], natural: readonly TableColumn[]): (row: Row) => void {
    const { inline, writeLine } = this.#options
    const { quiet } = inline.style
    const bar = quiet('│')
    const writeRow = (row: Row): void => {
      const cells = widths.map((width, i) => wrapPieces(row[i] ?? [], width))
      const height = Math.max(...cells.map(({ length }) => length))
      for (let i = 0; i < height; i++) {
        const parts = cells.map((lines, column) =>
          align(lines[i], widths[column] ?? 0, this.#alignments[column] ?? 'left'),
        )
        writeLine(parts.join(` ${bar} `).trimEnd())
      }
    }
    const rule = (line: string, cross: string): string =>
      quiet(widths.map((width) => line.repeat(width)).join(`${line}${cross}${line}`))
    writeRow(head)
    writeLine(rule('─', '┼'))
    const isBroken = widths.some((width, i) => width < (natural[i]?.natural ?? 0))
    let isFirst = true
    return (row) => {
      // Where rows have several lines, nothing else would tell where one ends.
      if (isBroken && !isFirst) writeLine(rule('┄', '┼'))
      isFirst = false
      writeRow(row)
    }
  }

  #records(head: Row): (row: Row) => void {
    const { inline, columns, writeLine } = this.#options
    const write = (pieces: readonly InlinePiece[]): void => {
      for (const { text } of wrapPieces(pieces, columns(), { text: '  ', width: 2 })) writeLine(text)
    }
    if (this.#waiting.length === 0) for (const name of head) write(name)
    let isFirst = true
    return (row) => {
      if (!isFirst) writeLine(inline.style.quiet('┄'.repeat(tableGap)))
      isFirst = false
      for (const [i, cell] of row.entries()) {
        if (cell.length === 0) continue
        const name = head[i] ?? []
        const colon: InlinePiece = {
          text: this.#headings[i] === '' ? '' : ': ',
          paint: inline.style.strong,
          kind: 'words',
        }
        write([...name, colon, ...cell])
      }
    }
  }
}

function columnOf(cells: Row): TableColumn {
  const words = cells.flatMap((cell) => wordsOf(cell).map(wordWidth))
  const lines = cells.flatMap((cell) => wrapPieces(cell, Infinity).map(({ width }) => width))
  return { natural: widest(lines), word: widest(words) }
}

function wordsOf(cell: readonly InlinePiece[]): readonly string[] {
  const text = cell.map((piece) => (piece.kind === 'break' ? ' ' : piece.text)).join('')
  return text.split(/\s+/u).flatMap(breakUnits)
}

function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0)
}

function align(line: WrappedLine | undefined, width: number, alignment: Alignment): string {
  const { text, width: own } = line ?? { text: '', width: 0 }
  const space = Math.max(0, width - own)
  const before = alignment === 'left' ? 0 : alignment === 'right' ? space : Math.floor(space / 2)
  return ' '.repeat(before) + text + ' '.repeat(space - before)
}
