import { expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'

it('repeats itself for a seed, differs between seeds, and fills the range from 0 to 1', () => {
  const draw = (seed: number): number[] => {
    const random = seededRandom(seed)
    return Array.from({ length: 1000 }, () => random())
  }
  expect(draw(7)).toEqual(draw(7))
  for (const seed of [-1, 0, 1, 2, 2 ** 31]) {
    const numbers = draw(seed)
    expect(numbers).not.toEqual(draw(seed + 1))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    const tenths = new Set(numbers.map((number) => Math.floor(number * 10)))
    expect([seed, tenths.size]).toEqual([seed, 10])
  }
})
