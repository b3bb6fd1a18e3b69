import { describe, expect, it } from 'vitest'
import { rangeInside } from './range-inside.ts'
import { messageTimes } from './message-times.ts'

describe('rangeInside', () => {
  it('says of every range and span what a look at the times says, or that it cannot know', () => {
    const moments = [0, 1, 2, 3, NaN]
    const lists = moments.flatMap((a) => moments.flatMap((b) => moments.map((c) => [a, b, c])))
    let known = 0
    for (const times of [[], ...lists]) {
      const { firstAt, lastAt } = messageTimes(times)
      for (const from of [-Infinity, 0, 1, 2, 4]) {
        for (const to of [0, 1, 3, Infinity]) {
          const said = rangeInside(firstAt, lastAt, from, to)
          if (said === 'unknown') continue
          known++
          const inside = times.filter((at) => at >= from && at < to).length
          const truth = inside === 0 ? 'none' : inside === times.length ? 'all' : 'some'
          expect([times, from, to, said]).toEqual([times, from, to, truth])
        }
      }
    }
    expect(known).toBeGreaterThan(1000)
  })
})
