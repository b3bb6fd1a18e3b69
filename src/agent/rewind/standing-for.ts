import type { MessageRef } from '../../conversation/event.ts'
import type { WindowMessage } from '../../conversation/fold-state.ts'
import { refKey } from '../../conversation/range-set.ts'

/** Message lines of one writer, and the place in the window of what stands for them. */
interface Span {
  readonly from: number
  readonly to: number
  readonly place: number
  /** The highest `to` of this span and those before it. */
  readonly reach: number
}

/**
 * Looks up which derived message of a window stands for a message that is not in it.
 *
 * @returns its place in the window; undefined when nothing stands for it
 */
export function standingFor(window: readonly WindowMessage[]): (ref: MessageRef) => number | undefined {
  const found = new Map<string, Omit<Span, 'reach'>[]>()
  const carried = new Map<string, number>()
  for (const [place, { of, left = of }] of window.entries()) {
    for (const range of left ?? []) {
      const [w, from, to] = range
      if (range.length === 4) {
        carried.set(refKey([w, from, range[3]]), place)
        continue
      }
      const known = found.get(w)
      if (known === undefined) found.set(w, [{ from, to, place }])
      else known.push({ from, to, place })
    }
  }
  const spans = new Map([...found].map(([w, list]) => [w, inOrder(list)]))
  return (ref) => (ref.length === 3 ? carried.get(refKey(ref)) : placeIn(spans.get(ref[0]) ?? [], ref[1]))
}

function inOrder(spans: readonly Omit<Span, 'reach'>[]): readonly Span[] {
  let reach = -1
  return spans
    .toSorted((a, b) => a.from - b.from)
    .map((span) => ({ ...span, reach: (reach = Math.max(reach, span.to)) }))
}

function placeIn(spans: readonly Span[], n: number): number | undefined {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.from ?? 0) <= n) low = middle + 1
    else high = middle
  }
  // Several may stand for one message: they overlap.
  for (let at = low - 1; at >= 0; at--) {
    const span = spans[at]
    if (span === undefined || span.reach < n) return undefined
    if (span.to >= n) return span.place
  }
  return undefined
}
