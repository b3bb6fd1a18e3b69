import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive } from './open-live.ts'
import { SnapshotWriter } from './snapshot-writer.ts'
import { testContext } from './store-context.ts'

describe('a snapshot', () => {
  it('of more than a text can hold is refused with a reason, and the file stays as it is', () => {
    const disk = createSimulatedDisk()
    const context = testContext(disk)
    const live = newLive(context, { name: 'tide' })
    live.append([{ role: 'user', content: 'how high?' }])
    live.save()
    const state = live.state()
    live.close()
    const [said] = state.window
    // Each is written as six characters: together they are more than the engine puts into one string.
    const content = '\u0001'.repeat(30 * 2 ** 20)
    const window = [1, 2, 3].map(() => ({ ...said!, message: { role: 'user', content } }))
    const path = `${context.home.sessions}/tide.json`
    const before = disk.stat(path)
    const target = { id: live.id, name: 'tide', machine: false, source: undefined, other: {} }
    const writer = new SnapshotWriter(context, { ...target, onDisk: before })
    expect(() => writer.write({ ...state, window }, live.id, undefined)).toThrow(
      /too long for a session file/,
    )
    expect(disk.stat(path)).toEqual(before)
    expect(loadConversation(context, 'tide').fold.window()).toHaveLength(1)
  })
})
