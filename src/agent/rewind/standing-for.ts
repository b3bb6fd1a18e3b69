import type { MessageRef } from '../../conversation/event.ts'
import type { WindowMessage } from '../../conversation/fold-state.ts'
import { refKey } from '../../conversation/range-set.ts'

/**
 * Looks up which derived message of a window stands for a message that is not in it.
 *
 * @returns the place of the first one in the window; undefined when nothing stands for it
 */
export function standingFor(window: readonly WindowMessage[]): (ref: MessageRef) => number | undefined {
  const spans = new Map<string, (readonly [from: number, to: number, place: number])[]>()
  const carried = new Map<string, number>()
  for (const [place, { of, left = of }] of window.entries()) {
    for (const range of left ?? []) {
      const [w, from, to] = range
      if (range.length === 4) {
        const key = refKey([w, from, range[3]])
        if (!carried.has(key)) carried.set(key, place)
        continue
      }
      const known = spans.get(w)
      if (known === undefined) spans.set(w, [[from, to, place]])
      else known.push([from, to, place])
    }
  }
  return (ref) => {
    if (ref.length === 3) return carried.get(refKey(ref))
    return spans.get(ref[0])?.find(([from, to]) => from <= ref[1] && ref[1] <= to)?.[2]
  }
}
