import type { SessionColumns } from './search-index.ts'
import type { MessageTimes } from './message-times.ts'

/** What the columns say of one session. */
export interface SessionRow extends MessageTimes {
  readonly messages: number
  readonly tokens: number
  readonly updatedAt: number
  readonly machine: boolean
  readonly family: string
}

/** The columns of sessions 0 to `count` − 1. @param rowOf may give the same object each time */
export function sessionColumns(count: number, rowOf: (session: number) => SessionRow): SessionColumns {
  const tokens = new Float64Array(count)
  const messages = new Uint32Array(count)
  const updatedAt = new Float64Array(count)
  const firstAt = new Float64Array(count)
  const lastAt = new Float64Array(count)
  const machine = new Uint8Array(count)
  const families = new Uint32Array(count)
  const numbers = new Map<string, number>()
  for (let session = 0; session < count; session++) {
    const row = rowOf(session)
    tokens[session] = row.tokens
    messages[session] = row.messages
    firstAt[session] = row.firstAt
    lastAt[session] = row.lastAt
    updatedAt[session] = row.updatedAt
    if (row.machine) machine[session] = 1
    const known = numbers.get(row.family)
    families[session] = known ?? numbers.size
    if (known === undefined) numbers.set(row.family, numbers.size)
  }
  return { tokens, messages, updatedAt, firstAt, lastAt, machine, families, familyCount: numbers.size }
}
