import type { Entry } from './entry-list.ts'
import type { LineRef } from './event.ts'

/** What a reader of a transcript came across, in file order, as far as positions are concerned. */
export type Place =
  | { readonly kind: 'entry'; readonly entry: Entry }
  /** A message line was folded: the `m`-th of its writer. */
  | { readonly kind: 'counted'; readonly w: string; readonly m: number }
  /** A message that a person wanted to be forgotten: its place stays. */
  | { readonly kind: 'forgotten' }
  /** Something could not be read; a torn line may still say whose it is and which message it held. */
  | { readonly kind: 'damage'; readonly ref?: LineRef; readonly m?: number }

/** A line may claim any number; so many messages in a row are not lost by accident. */
const MOST_MISSING = 100_000

/**
 * The positions of a record: its entries in file order, with a place kept (undefined) for every message that is missing
 * from a writer's sequence, so that damage never renumbers what follows. A missing message keeps the place of the
 * damaged bytes that held it, where these can be told, else the place before its writer's next message.
 *
 * @param without messages that a fork left out on purpose, as `[w, m]`
 */
export function placeRecord(
  places: readonly Place[],
  without: ReadonlySet<string> = new Set(),
): (Entry | 'forgotten' | undefined)[] {
  const known = new Map<string, Set<number>>()
  const highest = new Map<string, number>()
  for (const place of places) {
    if (place.kind !== 'counted') continue
    const { w, m } = place
    const numbers = known.get(w)
    if (numbers === undefined) known.set(w, new Set([m]))
    else numbers.add(m)
    highest.set(w, Math.max(highest.get(w) ?? 0, m))
  }
  const isMissing = (w: string, m: number): boolean =>
    known.get(w)?.has(m) !== true && !without.has(`${w}:${m}`)
  const hasGaps = without.size === 0 && [...highest].some(([w, top]) => (known.get(w)?.size ?? 0) <= top)
  /** What a damaged line says of itself may be what is damaged: then some writer lacks a message, or this one has too many. */
  const isCredible = (w: string, m: number): boolean => {
    const top = highest.get(w)
    return top === undefined ? !hasGaps : m <= top + 1
  }
  const positions: (Entry | 'forgotten' | undefined)[] = []
  const next = new Map<string, number>()
  const held = new Set<string>()
  // Damaged bytes that say nothing of themselves, since each writer's last message: one of them may hold the missing one.
  let nameless: number[] = []
  const lastIntact = places.findLastIndex(({ kind }) => kind !== 'damage')
  for (const [i, place] of places.entries()) {
    if (place.kind === 'entry') positions.push(place.entry)
    else if (place.kind === 'forgotten') positions.push('forgotten')
    else if (place.kind === 'damage') {
      const [w] = place.ref ?? ['']
      if (place.ref !== undefined && place.m !== undefined && isCredible(w, place.m)) {
        // The torn end of a file was never acknowledged: it gets a place when something comes after it.
        if (i < lastIntact && isMissing(w, place.m) && !held.has(`${w}:${place.m}`)) {
          held.add(`${w}:${place.m}`)
          highest.set(w, Math.max(highest.get(w) ?? 0, place.m))
          positions.push(undefined)
        }
      } else if (place.ref === undefined || place.m !== undefined) nameless.push(positions.length)
    } else {
      const from = Math.max(next.get(place.w) ?? 0, place.m - MOST_MISSING)
      for (let m = from; m < place.m; m++) {
        if (!isMissing(place.w, m) || held.has(`${place.w}:${m}`)) continue
        held.add(`${place.w}:${m}`)
        const at = nameless.shift() ?? positions.length
        positions.splice(at, 0, undefined)
        nameless = nameless.map((other) => other + 1)
      }
      next.set(place.w, Math.max(from, place.m + 1))
    }
  }
  return positions
}
