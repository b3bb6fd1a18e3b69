/** Columns of what stands between two columns of a table. */
export const tableGap = 3

/** A column as it would like to be, in columns of the terminal. */
export interface TableColumn {
  /** Its widest cell. */
  readonly natural: number
  /** Its widest word. */
  readonly word: number
}

/** No column is made narrower than this, nor narrower than its words, unless they are longer than most. */
const narrowest = 8
const longestWord = 20

/**
 * How wide the columns of a table become, so that all of it fits: the wide ones give way, down to a common width.
 *
 * @param room columns of the whole table
 * @returns undefined when it does not fit
 */
export function tableWidths(columns: readonly TableColumn[], room: number): readonly number[] | undefined {
  const free = room - tableGap * (columns.length - 1)
  const widthsAt = (common: number): number[] =>
    columns.map(({ natural, word }) =>
      Math.min(natural, Math.max(narrowest, Math.min(word, longestWord), common)),
    )
  const fits = (widths: readonly number[]): boolean => widths.reduce((sum, width) => sum + width, 0) <= free
  let widths = widthsAt(Infinity)
  if (fits(widths)) return widths
  widths = widthsAt(0)
  if (!fits(widths)) return undefined
  let common = narrowest
  for (let next = widthsAt(common); fits(next); next = widthsAt(++common)) widths = next
  let spare = free - widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width, i) =>
    width < (columns[i]?.natural ?? 0) && width < common && spare-- > 0 ? width + 1 : width,
  )
}
