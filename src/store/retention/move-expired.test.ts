import { describe, expect, it } from 'vitest'
import { SimulatedCrash } from '../../disk/simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { readText } from '../../disk/read-text.ts'
import { listSessions } from '../list-sessions.ts'
import { loadConversation } from '../load-conversation.ts'
import { newLive } from '../open-live.ts'
import { restoreSession } from '../restore-session.ts'
import { testContext, type StoreContext } from '../store-context.ts'
import { listTrash } from '../trash.ts'
import { findExpired } from './find-expired.ts'
import { moveExpired } from './move-expired.ts'
import { defaultPolicy } from './retention-policy.ts'

const DAY = 86_400_000
const names = ['autosave-20260101-000000', 'mcp-b', 'autosave-c'] as const

/** Three machine sessions of 200 days ago, with transcripts. */
function home(): { readonly disk: SimulatedDisk; readonly context: StoreContext } {
  const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 0, 1) })
  disk.makeFolder('/home')
  disk.syncFolder('/')
  const began = testContext(disk, { now: () => Date.UTC(2026, 0, 1) })
  for (const name of names) {
    const live = newLive(began)
    live.append([{ role: 'user', content: `said in ${name}` }])
    live.bind(name, { machine: true })
    live.save()
    live.close()
  }
  return { disk, context: testContext(disk, { now: () => Date.UTC(2026, 0, 1) + 200 * DAY }) }
}

function expire(context: StoreContext): string[] {
  const moved: string[] = []
  for (const gone of moveExpired(context, findExpired(context, defaultPolicy), { batch: 2 }))
    moved.push(...gone.map(({ name }) => name))
  return moved
}

/** Everything that was said, wherever it is now; what is in the trash is brought back to be read. */
function everythingSaid(disk: SimulatedDisk, digits: string): string[] {
  let count = 0
  const context = testContext(disk, {
    now: () => Date.UTC(2026, 0, 1) + 201 * DAY,
    randomHex: (length) => `${digits}${(++count).toString(16)}`.padStart(length, '0'),
  })
  for (const { entry } of listTrash(context)) restoreSession(context, entry)
  return listSessions(context)
    .sessions.flatMap(({ name }) =>
      loadConversation(context, name)
        .fold.window()
        .map(({ message }) => message.content),
    )
    .sort()
}

const all = names.map((name) => `said in ${name}`).sort()

describe('moving what has expired', () => {
  it('moves sessions with their transcripts, and what somebody touched meanwhile stays', () => {
    const { disk, context } = home()
    const expired = findExpired(context, defaultPolicy)
    expect(expired.map(({ files }) => files.length)).toEqual([2, 2, 2])
    disk.touch('/home/chatcli/sessions/mcp-b.json', Date.UTC(2026, 6, 1))
    expect([...moveExpired(context, expired)].flat().map(({ name }) => name)).toEqual([
      'autosave-20260101-000000',
      'autosave-c',
    ])
    expect(disk.list('/home/chatcli/transcripts')).toHaveLength(1)
    expect(listTrash(context).map(({ name }) => name)).not.toContain('mcp-b')
  })

  it('loses nothing wherever it is stopped, and the next run finishes it', () => {
    for (let call = 1; ; call++) {
      const { disk, context } = home()
      const dying = disk.anotherProcess()
      dying.crashAt(call)
      let isStopped = false
      try {
        expire({ ...context, disk: dying })
      } catch (error) {
        if (!(error instanceof SimulatedCrash)) throw error
        isStopped = true
      }
      expect(everythingSaid(disk.killed(), 'a'), `stopped at call ${call}`).toEqual(all)
      expire(context)
      expect(disk.list('/home/chatcli/sessions').filter((file) => file.endsWith('.json'))).toEqual([])
      expect(disk.list('/home/chatcli/transcripts')).toEqual([])
      expect(
        listTrash(context)
          .map(({ name }) => name)
          .sort(),
      ).toEqual([...names].sort())
      if (!isStopped) break
    }
  })

  it('loses nothing to a power cut', () => {
    for (let call = 1; call < 90; call += 3) {
      const { disk, context } = home()
      const dying = disk.anotherProcess()
      dying.crashAt(call, { path: '/home/chatcli' })
      try {
        expire({ ...context, disk: dying })
      } catch (error) {
        if (!(error instanceof SimulatedCrash)) throw error
      }
      for (const cut of disk.crashStates({ limit: 12, seed: call }))
        expect(everythingSaid(cut.disk, 'b'), `call ${call}, ${cut.label}`).toEqual(all)
    }
  })

  it('keeps the times of what it moves', () => {
    const { disk, context } = home()
    const before = disk.stat('/home/chatcli/sessions/mcp-b.json')
    expire(context)
    const entry = listTrash(context).find(({ name }) => name === 'mcp-b')?.entry ?? ''
    expect(disk.stat(`/home/chatcli/trash/${entry}/mcp-b.json`)?.mtimeMs).toBe(before?.mtimeMs)
    expect(readText(disk, `/home/chatcli/trash/${entry}/why.json`)).toContain('"reason": "expired"')
  })
})
