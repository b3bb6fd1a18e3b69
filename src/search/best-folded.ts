import type { SessionColumns } from './search-index.ts'

/** A session, and those behind it that hold the same conversation, best first. */
export interface FoldedSession {
  readonly session: number
  readonly alsoIn: readonly number[]
}

/**
 * The best `keep` sessions, best first, forks of one conversation folded, and how many conversations there are. A common
 * word makes nearly every session a candidate, so they are not sorted: a heap keeps the best.
 *
 * @param before order of two sessions, never 0 for different ones
 */
export function bestFolded(
  { families, familyCount }: Pick<SessionColumns, 'families' | 'familyCount'>,
  sessions: Uint32Array,
  before: (a: number, b: number) => number,
  keep: number,
): { readonly folded: readonly FoldedSession[]; readonly total: number } {
  // The best session of each family plus one, 0 for a family without any.
  const leaders = new Uint32Array(familyCount)
  let total = 0
  for (const session of sessions) {
    const family = families[session]!
    const leader = leaders[family]! - 1
    if (leader < 0) total++
    if (leader < 0 || before(session, leader) < 0) leaders[family] = session + 1
  }
  const hasForks = total < sessions.length
  const leading = hasForks
    ? sessions.filter((session) => leaders[families[session]!] === session + 1)
    : sessions
  const best = bestOf(leading, before, keep)
  const alsoIn = new Map(best.map((session) => [families[session]!, [] as number[]]))
  if (hasForks) {
    for (const session of sessions) {
      const family = families[session]!
      if (leaders[family] !== session + 1) alsoIn.get(family)?.push(session)
    }
  }
  const folded = best.map((session) => {
    return { session, alsoIn: alsoIn.get(families[session]!)?.sort(before) ?? [] }
  })
  return { folded, total }
}

/** The best `keep` of a list, best first. */
function bestOf(list: Uint32Array, before: (a: number, b: number) => number, keep: number): number[] {
  // A heap with the worst on top.
  const heap = Array.from(list.subarray(0, keep)).sort((a, b) => before(b, a))
  for (let i = keep; i < list.length; i++) {
    const fresh = list[i]!
    if (before(fresh, heap[0]!) >= 0) continue
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!) > 0) child++
      if (child >= heap.length || before(heap[child]!, fresh) <= 0) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = fresh
  }
  return heap.sort(before)
}
