import { describe, expect, it } from 'vitest'
import { seededRandom } from '../disk/seeded-random.ts'
import { bestFolded } from './best-folded.ts'

/** The same by sorting everything. */
function bySorting(
  families: Uint32Array,
  sessions: Uint32Array,
  before: (a: number, b: number) => number,
  keep: number,
): { folded: { session: number; alsoIn: number[] }[]; total: number } {
  const byFamily = new Map<number, { session: number; alsoIn: number[] }>()
  for (const session of [...sessions].sort(before)) {
    const known = byFamily.get(families[session]!)
    if (known === undefined) byFamily.set(families[session]!, { session, alsoIn: [] })
    else known.alsoIn.push(session)
  }
  return { folded: [...byFamily.values()].slice(0, keep), total: byFamily.size }
}

describe('bestFolded', () => {
  it.each([1, 3, 50])('gives what sorting all gives, with forks and without (best %i)', (keep) => {
    const random = seededRandom(keep)
    for (let round = 0; round < 100; round++) {
      const count = Math.floor(random() * 120)
      const familyCount = random() < 0.3 ? count : 1 + Math.floor(random() * count)
      const families = Uint32Array.from({ length: count }, (_, i) =>
        familyCount === count ? i : Math.floor(random() * familyCount),
      )
      const scores = Float64Array.from({ length: count }, () => Math.floor(random() * 10))
      const all = Uint8Array.from({ length: count }, () => Math.round(random()))
      const sessions = Uint32Array.from(scores.keys()).filter(() => random() < 0.8)
      const before = (a: number, b: number): number => all[b]! - all[a]! || scores[b]! - scores[a]! || a - b
      expect(
        bestFolded({ families, familyCount }, sessions, { all, scores, otherwise: (a, b) => a - b }, keep),
      ).toEqual(bySorting(families, sessions, before, keep))
    }
  })

  it('finds nothing among nothing', () => {
    const columns = { families: new Uint32Array(2), familyCount: 1 }
    const order = { all: new Uint8Array(2), scores: new Float64Array(2), otherwise: () => 0 }
    expect(bestFolded(columns, new Uint32Array(), order, 10)).toEqual({ folded: [], total: 0 })
  })
})
