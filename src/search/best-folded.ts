import type { Arena } from './arena.ts'
import { ownMemory } from './arena.ts'
import type { SessionColumns } from './search-index.ts'

/** A session, and those behind it that hold the same conversation, best first. */
export interface FoldedSession {
  readonly session: number
  readonly alsoIn: readonly number[]
}

/** What sessions are ordered by; columns by number of session. */
export interface FoldOrder {
  /** Those with 1 come first, */
  readonly all: Uint8Array
  /** then those with the higher score, */
  readonly scores: Float64Array
  /** then the first by this; never 0 for different ones. */
  readonly otherwise: (a: number, b: number) => number
}

/**
 * The best `keep` sessions, best first, forks of one conversation folded, and how many conversations there are. A common
 * word makes nearly every session a candidate, so they are not sorted: a heap keeps the best.
 *
 * @param room memory for one number a family
 */
export function bestFolded(
  { families, familyCount }: Pick<SessionColumns, 'families' | 'familyCount'>,
  sessions: Uint32Array,
  order: FoldOrder,
  keep: number,
  room: Arena = ownMemory,
): { readonly folded: readonly FoldedSession[]; readonly total: number } {
  const { leaders, total } = leadersOf(families, room.words(familyCount).fill(0), sessions, order)
  const hasForks = total < sessions.length
  const leading = hasForks ? leadingOf(families, sessions, leaders, total) : sessions
  const best = bestOf(leading, order, keep)
  const alsoIn = new Map(best.map((session) => [families[session]!, [] as number[]]))
  if (hasForks) {
    for (const session of sessions) {
      const family = families[session]!
      if (leaders[family] !== session + 1) alsoIn.get(family)?.push(session)
    }
  }
  const folded = best.map((session) => {
    const others = alsoIn.get(families[session]!) ?? []
    return { session, alsoIn: others.sort((a, b) => compare(order, a, b)) }
  })
  return { folded, total }
}

function compare({ all, scores, otherwise }: FoldOrder, a: number, b: number): number {
  if (all[a] !== all[b]) return all[a] === 1 ? -1 : 1
  // Whole numbers only: a sort makes an object of any other.
  if (scores[a] !== scores[b]) return scores[a]! > scores[b]! ? -1 : 1
  return otherwise(a, b)
}

/** The best session of each family plus one, 0 for a family without any; and how many have one. */
function leadersOf(
  families: Uint32Array,
  leaders: Uint32Array,
  sessions: Uint32Array,
  order: FoldOrder,
): { readonly leaders: Uint32Array; readonly total: number } {
  let total = 0
  for (let i = 0; i < sessions.length; i++) {
    const session = sessions[i]!
    const family = families[session]!
    const leader = leaders[family]!
    if (leader === 0) total++
    if (leader === 0 || compare(order, session, leader - 1) < 0) leaders[family] = session + 1
  }
  return { leaders, total }
}

function leadingOf(
  families: Uint32Array,
  sessions: Uint32Array,
  leaders: Uint32Array,
  total: number,
): Uint32Array {
  const leading = new Uint32Array(total)
  let end = 0
  for (let i = 0; i < sessions.length; i++)
    if (leaders[families[sessions[i]!]!] === sessions[i]! + 1) leading[end++] = sessions[i]!
  return leading
}

/** The best `keep` of a list, best first. */
function bestOf(list: Uint32Array, order: FoldOrder, keep: number): number[] {
  const { all, scores } = order
  // A heap with the worst on top.
  const heap = Array.from(list.subarray(0, keep)).sort((a, b) => compare(order, b, a))
  for (let i = keep; i < list.length; i++) {
    const fresh = list[i]!
    const worst = heap[0]!
    // Nearly all are behind by their score.
    if (all[fresh]! < all[worst]! || (all[fresh] === all[worst] && scores[fresh]! < scores[worst]!)) continue
    if (compare(order, fresh, worst) >= 0) continue
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child + 1 < heap.length && compare(order, heap[child + 1]!, heap[child]!) > 0) child++
      if (child >= heap.length || compare(order, heap[child]!, fresh) <= 0) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = fresh
  }
  return heap.sort((a, b) => compare(order, a, b))
}
