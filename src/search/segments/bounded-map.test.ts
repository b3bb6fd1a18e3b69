import { expect, it } from 'vitest'
import { boundedMap } from './bounded-map.ts'

it('keeps what fits, and begins anew when it would weigh too much', () => {
  const map = boundedMap<string, number>(10)
  map.set('a', 1, 6)
  map.set('b', 2, 4)
  expect([map.get('a'), map.has('b')]).toEqual([1, true])
  map.set('c', 3, 1)
  expect([map.get('a'), map.has('b'), map.get('c')]).toEqual([undefined, false, 3])
})
