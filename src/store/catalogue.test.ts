import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { listSessions } from './list-sessions.ts'
import { newLive } from './open-live.ts'
import { saveSession } from './save-session.ts'
import { filesIn, root, sealedHome } from './sealed/sealed-home.suite.ts'
import { type StoreContext, testContext } from './store-context.ts'

/** Long after the files were written: what is known of them is believed. */
const later = Date.UTC(2027, 0, 1)
const said = { version: 2, chat_history: [{ role: 'user', content: 'high' }], other: {} } as const

function listed(context: StoreContext): string[] {
  const { sessions, unreadable } = listSessions({ ...context, now: () => later })
  return [...sessions.map(({ name }) => name), ...unreadable.map(({ name, code }) => `${name}: ${code}`)]
}

describe('what could not be read once', () => {
  it.each(['EIO', 'EMFILE', 'ENOSPC'])('is read at the next look, after %s', (code) => {
    const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 5, 1) })
    const context = testContext(disk)
    const live = newLive(context, { name: 'tide' })
    live.append([{ role: 'user', content: 'high' }])
    live.save()
    live.close()
    disk.failAt(1, code, { names: ['openRead'], path: '/sessions/' })
    expect(listed(context)).toContain('tide: storage')
    expect(listed(context)).toEqual(['tide'])
  })

  it('is read once its key is there', () => {
    const [home, other] = [sealedHome(), sealedHome()]
    saveSession(other.context(7), 'tide', said)
    saveSession(home.context(9), 'ebb', said)
    const bytes = filesIn(other.disk).get('sessions/tide.json') ?? Buffer.alloc(0)
    const place = { replace: false, randomName: () => 'abcdefgh12345678' }
    writeDurably(home.disk, `${root}/sessions/tide.json`, bytes, place)
    expect(listed(home.context(9))).toContain('tide: key')
    expect(listed(home.context(9, 7))).toEqual(['ebb', 'tide'])
  })
})
