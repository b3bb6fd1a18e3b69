import type { PickerRow } from './rows-of.ts'
import type { ScreenSize } from './picker-state.ts'

/** Where things stand on the screen. Rows and columns count from 0. */
export interface PickerLayout {
  readonly list: { readonly rows: number; readonly columns: number }
  /** Undefined on a small screen. `row` and `column` are those of its first cell. */
  readonly preview:
    | {
        readonly side: 'right' | 'below'
        readonly row: number
        readonly column: number
        readonly rows: number
        readonly columns: number
      }
    | undefined
}

const wide = 110
const smallest: ScreenSize = { columns: 60, rows: 15 }

/** The query line is the first row, the hints are the last; between them stand the list and the preview. */
export function layoutPicker({ columns, rows }: ScreenSize): PickerLayout {
  const body = Math.max(0, rows - 2)
  if (columns < smallest.columns || rows < smallest.rows) {
    return { list: { rows: body, columns }, preview: undefined }
  }
  if (columns >= wide) {
    const left = Math.floor(columns * 0.45)
    const preview = {
      side: 'right',
      row: 1,
      column: left + 2,
      rows: body,
      columns: columns - left - 2,
    } as const
    return { list: { rows: body, columns: left - 1 }, preview }
  }
  const above = Math.ceil((body - 1) / 2)
  const preview = { side: 'below', row: above + 2, column: 0, rows: body - 1 - above, columns } as const
  return { list: { rows: above, columns }, preview }
}

/** Lines a session takes in the list: its heading, and a line per sentence. */
export function rowHeight({ hits }: PickerRow): number {
  return 1 + hits.length
}

/** The first row to show so that the chosen one is seen whole, as near to the one before as can be. */
export function topFor(
  rows: readonly PickerRow[],
  { selected, top, height }: { readonly selected: number; readonly top: number; readonly height: number },
): number {
  if (selected <= top) return Math.max(0, selected)
  let first = selected
  let used = heightAt(rows, selected)
  while (first > top && used + heightAt(rows, first - 1) <= height) used += heightAt(rows, --first)
  return first
}

function heightAt(rows: readonly PickerRow[], index: number): number {
  const row = rows[index]
  return row === undefined ? 0 : rowHeight(row)
}
