import { expect, it } from 'vitest'
import { compactedStore } from './compacted-store.ts'
import { evaluate } from './evaluate.ts'
import { sampleData } from './sample-data.ts'
import { openStore } from './store.ts'

it('what was said is found as before when every conversation was compacted to its newest messages', async () => {
  const data = sampleData('samples')
  const store = await compactedStore(data.sessions)
  expect(store.left).toBeLessThan(store.before / 2)
  const whole = evaluate(data, openStore).kinds
  const compacted = evaluate(data, () => store).kinds
  // Not the sessions alone: the messages and the pages too.
  expect(compacted).toEqual(whole)
})
