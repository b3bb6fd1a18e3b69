import type { SessionColumns, SessionFacts } from './search-index.ts'

/** The columns of sessions, in their order; `messages` says how many of each can be found. */
export function sessionColumns(
  sessions: readonly { readonly facts: SessionFacts; readonly messages: number }[],
): SessionColumns {
  const families = new Uint32Array(sessions.length)
  const numbers = new Map<string, number>()
  for (const [session, { facts }] of sessions.entries()) {
    let number = numbers.get(facts.family)
    if (number === undefined) numbers.set(facts.family, (number = numbers.size))
    families[session] = number
  }
  return {
    tokens: Float64Array.from(sessions, ({ facts }) => facts.tokens),
    messages: Uint32Array.from(sessions, ({ messages }) => messages),
    updatedAt: Float64Array.from(sessions, ({ facts }) => facts.updatedAt),
    machine: Uint8Array.from(sessions, ({ facts }) => Number(facts.machine)),
    families,
    familyCount: numbers.size,
  }
}
