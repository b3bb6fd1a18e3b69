/** What holds blocks: a quote, or an item of a list. */
export type Container = Quote | Item

export interface Quote {
  readonly kind: 'quote'
}

export interface Item {
  readonly kind: 'item'
  /** Columns that a line must be indented by to belong to it. */
  readonly indent: number
  /** The character behind the number, or the bullet: another one begins another list. */
  readonly delimiter: string
  /** Undefined for a bullet. */
  readonly number: number | undefined
}
