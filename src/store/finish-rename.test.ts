import { describe, expect, it } from 'vitest'
import { SimulatedCrash } from '../disk/simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { deleteSession } from './delete-session.ts'
import { finishRename } from './finish-rename.ts'
import { listSessions } from './list-sessions.ts'
import { newLive, openLive } from './open-live.ts'
import { renameSession } from './rename-session.ts'
import { saveSession } from './save-session.ts'
import { testContext } from './store-context.ts'
import type { StoreContext } from './store-context.ts'

const message = { role: 'user', content: 'how long?' }

/** A session whose rename from `before` to `after` was stopped while it had both names. */
function halfRenamed(): { context: StoreContext; disk: SimulatedDisk; names: () => string[] } {
  const disk = createSimulatedDisk()
  const context = testContext(disk)
  const live = newLive(context, { name: 'before' })
  live.append([message])
  live.save()
  live.close()
  const stopped = disk.anotherProcess()
  stopped.crashAt(1, { names: ['unlink'], path: 'before.json' })
  expect(() =>
    renameSession(
      { ...context, disk: stopped, randomHex: (n) => `f${context.randomHex(n - 1)}` },
      'before',
      'after',
    ),
  ).toThrow(SimulatedCrash)
  return { context, disk, names: () => listSessions(context).sessions.map(({ name }) => name) }
}

describe('finishRename', () => {
  it('takes the old name away, whichever name is asked for', () => {
    for (const asked of ['before', 'after']) {
      const { context, disk } = halfRenamed()
      expect(disk.list('/home/chatcli/sessions')).toEqual(['after.json', 'before.json'])
      expect(finishRename(context, asked)).toBe('after')
      expect(disk.list('/home/chatcli/sessions')).toEqual(['after.json'])
    }
  })

  it('happens before anything is written under one of the names', () => {
    const { context, names } = halfRenamed()
    const live = openLive(context, 'before')
    live.append([message])
    live.save()
    expect(live.name).toBe('after')
    expect(names()).toEqual(['after'])
  })

  it('happens before a deletion, and makes the old name free', () => {
    const deleted = halfRenamed()
    deleteSession(deleted.context, 'after')
    expect(deleted.names()).toEqual([])
    const { context, names } = halfRenamed()
    saveSession(context, 'before', { version: 2, chat_history: [message], other: {} })
    expect(names().sort()).toEqual(['after', 'before'])
  })

  it('leaves a second name alone that no rename gave', () => {
    const { context, disk } = halfRenamed()
    finishRename(context, 'after')
    disk.link('/home/chatcli/sessions/after.json', '/home/chatcli/sessions/by-hand.json')
    expect(finishRename(context, 'after')).toBe('after')
    expect(finishRename(context, 'by-hand')).toBe('by-hand')
    expect(disk.list('/home/chatcli/sessions')).toEqual(['after.json', 'by-hand.json'])
  })
})
