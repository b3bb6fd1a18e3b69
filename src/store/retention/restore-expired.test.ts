import { expect, it } from 'vitest'
import { readText } from '../../disk/read-text.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { seededRandom } from '../../disk/seeded-random.ts'
import { prepareHome } from '../prepare-home.ts'
import { testContext } from '../store-context.ts'
import { listTrash } from '../trash.ts'
import { findExpired } from './find-expired.ts'
import { moveExpired } from './move-expired.ts'
import { restoreExpired } from './restore-expired.ts'

const DAY = 86_400_000
const today = Date.UTC(2026, 5, 1)
const policy = { ttlDays: 90, keep: 1_000, trashDays: 30 }

it('a thousand machine sessions of mixed ages go and come back byte for byte', () => {
  const disk = createSimulatedDisk({ nowMs: today })
  disk.makeFolder('/home')
  const context = testContext(disk, { now: () => today })
  prepareHome(context)
  const random = seededRandom(8)
  const folder = context.home.sessions
  const texts = new Map<string, string>()
  let old = 0
  for (let i = 0; i < 1_000; i++) {
    const name = `${i % 3 === 0 ? 'mcp' : 'autosave'}-${String(i).padStart(5, '0')}.json`
    const text = JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: `said ${random()}` }] })
    const days = Math.floor(random() * 360)
    const fd = disk.createExclusive(`${folder}/${name}`)
    disk.write(fd, Buffer.from(text))
    disk.close(fd)
    disk.touch(`${folder}/${name}`, today - days * DAY)
    texts.set(name, text)
    if (days > 90) old++
  }
  const expired = findExpired(context, policy)
  expect(expired).toHaveLength(old)
  expect(disk.list(folder).filter((file) => file.endsWith('.json'))).toHaveLength(1_000)
  expect([...moveExpired(context, expired)].flat()).toHaveLength(old)
  expect(listTrash(context)).toHaveLength(old)
  expect(findExpired(context, policy)).toEqual([])
  expect(restoreExpired(context)).toMatchObject({ failed: [] })
  for (const [name, text] of texts) if (readText(disk, `${folder}/${name}`) !== text) throw new Error(name)
  expect(listTrash(context)).toEqual([])
  expect(findExpired(context, policy)).toEqual([])
})
