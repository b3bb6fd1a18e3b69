import type { SessionColumns, SessionFacts } from './search-index.ts'
import type { MessageTimes } from './message-times.ts'

/** What can be found of a session. */
export interface SessionExtent extends MessageTimes {
  readonly messages: number
}

/**
 * The columns of sessions 0 to `count` − 1. Written as one loop, since a new process runs it before anything else.
 */
export function sessionColumns(
  count: number,
  factsOf: (session: number) => SessionFacts,
  extentOf: (session: number) => SessionExtent,
): SessionColumns {
  const tokens = new Float64Array(count)
  const messages = new Uint32Array(count)
  const updatedAt = new Float64Array(count)
  const firstAt = new Float64Array(count)
  const lastAt = new Float64Array(count)
  const machine = new Uint8Array(count)
  const families = new Uint32Array(count)
  const numbers = new Map<string, number>()
  for (let session = 0; session < count; session++) {
    const facts = factsOf(session)
    tokens[session] = facts.tokens
    const extent = extentOf(session)
    messages[session] = extent.messages
    firstAt[session] = extent.firstAt
    lastAt[session] = extent.lastAt
    updatedAt[session] = facts.updatedAt
    if (facts.machine) machine[session] = 1
    const known = numbers.get(facts.family)
    families[session] = known ?? numbers.size
    if (known === undefined) numbers.set(facts.family, numbers.size)
  }
  return { tokens, messages, updatedAt, firstAt, lastAt, machine, families, familyCount: numbers.size }
}
