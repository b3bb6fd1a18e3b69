import { expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { sessionExists } from './list-sessions.ts'
import { newLive } from './open-live.ts'
import { testContext } from './store-context.ts'

it('knows of one session without a look at each of the others', () => {
  const disk = createSimulatedDisk()
  let looks = 0
  const context = testContext({ ...disk, stat: (path) => (looks++, disk.stat(path)) })
  for (let i = 0; i < 50; i++) {
    const live = newLive(context, { name: `tide-${i}` })
    live.append([{ role: 'user', content: 'high' }])
    live.save()
    live.close()
  }
  looks = 0
  expect(sessionExists(context, 'tide-7')).toBe(true)
  expect(looks).toBeLessThan(5)
  for (const name of ['tide', 'Tide-7', '../tide-7', 'tide-7.json'])
    expect(sessionExists(context, name)).toBe(false)
})
