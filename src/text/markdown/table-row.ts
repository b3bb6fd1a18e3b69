/** The cells of a row of a table, without the space around them. A bar behind a backslash is part of its cell. */
export function cellsOf(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Whether a line is the rule under the head of a table: `|---|:-:|`, with as many cells as the head. */
export function isDelimiterRow(line: string, head: string): boolean {
  const cells = cellsOf(line)
  return cells.length === cellsOf(head).length && cells.every((cell) => /^:?-+:?$/.test(cell))
}

export type Alignment = 'left' | 'right' | 'center'

/** How the cells of each column stand. */
export function alignmentsOf(delimiters: string): readonly Alignment[] {
  return cellsOf(delimiters).map((cell) => {
    if (!cell.endsWith(':')) return 'left'
    return cell.startsWith(':') ? 'center' : 'right'
  })
}
