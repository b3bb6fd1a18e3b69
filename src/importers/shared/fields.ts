/** An object of a foreign file: nothing is known of what it holds. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value when it is an object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** The value when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/** The parts that a message says: one text, where it is nothing but that. */
export function blocksOf(content: unknown): readonly Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).filter(isFields)
}

/** The value when it is a text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
