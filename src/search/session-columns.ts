import type { SessionColumns, SessionFacts } from './search-index.ts'

/**
 * The columns of sessions 0 to `count` − 1. Written as one loop, since a new process runs it before anything else.
 *
 * @param messagesOf how many messages of a session can be found
 */
export function sessionColumns(
  count: number,
  factsOf: (session: number) => SessionFacts,
  messagesOf: (session: number) => number,
): SessionColumns {
  const tokens = new Float64Array(count)
  const messages = new Uint32Array(count)
  const updatedAt = new Float64Array(count)
  const machine = new Uint8Array(count)
  const families = new Uint32Array(count)
  const numbers = new Map<string, number>()
  for (let session = 0; session < count; session++) {
    const facts = factsOf(session)
    tokens[session] = facts.tokens
    messages[session] = messagesOf(session)
    updatedAt[session] = facts.updatedAt
    if (facts.machine) machine[session] = 1
    const known = numbers.get(facts.family)
    families[session] = known ?? numbers.size
    if (known === undefined) numbers.set(facts.family, numbers.size)
  }
  return { tokens, messages, updatedAt, machine, families, familyCount: numbers.size }
}
