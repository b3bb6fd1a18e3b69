import type { Range } from './event.ts'
import type { FoldProblem } from './fold-state.ts'
import { RangeSet } from './range-set.ts'

/**
 * Lines that are missing from the sequences of their writers.
 *
 * @param seen the lines that were read
 * @param without lines that a fork left out on purpose
 */
export function gapsIn(seen: readonly Range[], without: unknown): FoldProblem[] {
  const ends = new Map<string, number>()
  for (const [w, , to] of seen) if (w !== 'go') ends.set(w, Math.max(ends.get(w) ?? 0, to))
  const expected = new RangeSet([...ends].map(([w, to]): Range => [w, 0, to]))
  const leftOut = new RangeSet(Array.isArray(without) ? (without as Range[]) : [])
  const missing = expected.minus(new RangeSet(seen)).minus(leftOut)
  return missing.ranges().map(([w, from, to]) => {
    const count = to - from + 1
    const lines = count === 1 ? `line ${from}` : `lines ${from} to ${to}`
    return { kind: 'gap', detail: `${lines} of writer ${w} cannot be read`, ref: [w, from] }
  })
}
