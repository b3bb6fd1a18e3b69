import type { MessageTable } from '../search-index.ts'

/** The tables of the parts of one session, one behind the other. */
export function joinTables(tables: readonly MessageTable[]): MessageTable {
  const join = <K extends keyof MessageTable>(key: K): MessageTable[K][number][] =>
    tables.flatMap((table) => Array.from(table[key] as ArrayLike<MessageTable[K][number]>))
  return {
    positions: join('positions'),
    tokens: join('tokens'),
    at: join('at'),
    roles: join('roles'),
    toolNames: join('toolNames'),
    states: join('states'),
    approximate: join('approximate'),
  }
}
