import { jsonValue } from '../shared/database-values.ts'
import { type Fields, fieldsOf } from '../shared/fields.ts'
import type { ForeignDatabase, ForeignValue } from '../shared/foreign-database.ts'

export const TABLE = 'cursorDiskKV'
const COMPOSER = 'composerData:'
const BUBBLE = 'bubbleId:'
/** Bytes of the bubbles of one conversation up to which they are read in one go. */
const MOST_HELD = 48 * 2 ** 20

export interface ComposerRow {
  readonly id: string
  readonly value: ForeignValue
}

/** The keys that begin with some text: a range of the index, never a search. */
function range(prefix: string): readonly [string, string] {
  return [prefix, `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`]
}

/** The rows of all conversations, or of one. */
export function* composerRows(
  database: ForeignDatabase,
  id?: string,
): Generator<ComposerRow, void, undefined> {
  const query = { table: TABLE, columns: ['key', 'value'] }
  const rows =
    id === undefined
      ? database.rows({ ...query, rest: 'WHERE key >= ? AND key < ? ORDER BY key', values: range(COMPOSER) })
      : database.rows({ ...query, rest: 'WHERE key = ?', values: [`${COMPOSER}${id}`] })
  for (const { key, value } of rows)
    if (typeof key === 'string') yield { id: key.slice(COMPOSER.length), value: value ?? null }
}

/** The conversation that a key is of, if it is of one. */
export function composerOfKey(key: ForeignValue | undefined): string | undefined {
  if (typeof key !== 'string') return undefined
  if (key.startsWith(COMPOSER)) return key.slice(COMPOSER.length)
  if (!key.startsWith(BUBBLE)) return undefined
  const end = key.lastIndexOf(':')
  return end > BUBBLE.length ? key.slice(BUBBLE.length, end) : undefined
}

/** The ids of the bubbles of every conversation that have a value, by conversation. */
export function bubbleIdsByComposer(database: ForeignDatabase): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const rest = 'WHERE key >= ? AND key < ? AND value IS NOT NULL'
  for (const { key } of database.rows({ table: TABLE, columns: ['key'], rest, values: range(BUBBLE) })) {
    const composer = composerOfKey(key)
    if (composer === undefined || typeof key !== 'string') continue
    const ids = found.get(composer) ?? new Set()
    found.set(composer, ids)
    ids.add(key.slice(key.lastIndexOf(':') + 1))
  }
  return found
}

/** The bubbles of one conversation. */
export interface Bubbles {
  /** Its value; null when there is none. @throws SyntaxError when it is no JSON */
  get(bubbleId: string): { readonly bubble: Fields | null; readonly cutBytes: number }
  /** Of all that there are. */
  readonly ids: ReadonlySet<string>
}

/** Finds the bubbles of a conversation: they stand by their ids, while their order is that of the conversation. */
export function bubblesOf(database: ForeignDatabase, composer: string): Bubbles {
  const values = range(`${BUBBLE}${composer}:`)
  const rest = 'WHERE key >= ? AND key < ?'
  const total = database.count(TABLE, 'total(octet_length(value))', rest, values)
  const isHeld = total <= MOST_HELD
  const held = new Map<string, ForeignValue>()
  const columns = isHeld ? ['key', 'value'] : ['key']
  for (const { key, value } of database.rows({ table: TABLE, columns, rest, values }))
    if (typeof key === 'string') held.set(key.slice(key.lastIndexOf(':') + 1), value ?? null)
  const valueOf = (id: string): ForeignValue | undefined => {
    if (isHeld || !held.has(id)) return held.get(id)
    const key = `${BUBBLE}${composer}:${id}`
    for (const row of database.rows({
      table: TABLE,
      columns: ['value'],
      rest: 'WHERE key = ?',
      values: [key],
    }))
      return row['value']
    return undefined
  }
  return {
    ids: new Set(held.keys()),
    get(id) {
      const found = valueOf(id)
      if (found === undefined || found === null) return { bubble: null, cutBytes: 0 }
      const { value, cutBytes } = jsonValue(found)
      return { bubble: value === null ? null : fieldsOf(value), cutBytes }
    },
  }
}
