import { expect, it } from 'vitest'
import { skipCount } from './skip-count.ts'

it('counts each kind, and all kinds beyond the twentieth together, with how many they are', () => {
  const count = skipCount()
  for (let kind = 0; kind < 30; kind++) count.add(`kind-${kind}`, kind)
  count.add('kind-3', 99)
  count.add('kind-25', 99)
  count.add(undefined, 99)
  const events = count.events('/a').map((event) => (event.kind === 'skipped' ? event : undefined))
  expect(events).toHaveLength(21)
  expect(events[3]).toMatchObject({ detail: 'kind-3 ×2', offset: 3, reason: 'unknown' })
  expect(events[20]).toMatchObject({ detail: '11 other kinds ×12', offset: 20 })
})
