import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { loadConversation } from '../store/load-conversation.ts'
import { newLive } from '../store/open-live.ts'
import { prepareHome } from '../store/prepare-home.ts'
import { type StoreContext, testContext } from '../store/store-context.ts'
import { attachedTo } from './attached-to.ts'
import { storedAttachments } from './attachment.ts'

const contextId = 'ctx-lamps'

/** A home with so many sessions, of which every hundredth has something attached, and as many that were interrupted. */
function homeWith(sessions: number): { readonly context: StoreContext; readonly disk: SimulatedDisk } {
  const disk = createSimulatedDisk()
  const context = testContext(disk)
  prepareHome(context)
  for (let k = 0; k < sessions; k++) {
    const live = newLive(context)
    live.append([{ role: 'user', content: `the lamp ${k} is out; ${'x'.repeat(5000)}` }])
    const isAttached = k % 100 === 1 || k % 100 === 2
    if (isAttached) live.set({ attachments: storedAttachments([{ contextId, name: 'lamps', priority: 1 }]) })
    if (k % 100 !== 2 && k % 100 !== 3) {
      live.bind(`session-${k}`)
      live.save()
    }
    live.close()
  }
  attachedTo(context, [contextId])
  return { context, disk }
}

function workOf(sessions: number): {
  readonly names: readonly string[]
  readonly opened: readonly string[]
  readonly looks: number
} {
  const { context, disk } = homeWith(sessions)
  const [from, calls] = [disk.log.length, disk.counters.calls]
  const names = attachedTo(context, [contextId]).get(contextId) ?? []
  const opened = disk.log.slice(from).flatMap((call) => (call.name === 'openRead' ? [call.path] : []))
  return { names, opened, looks: disk.counters.calls - calls }
}

describe('what a context is attached to', () => {
  const [small, large] = [workOf(200), workOf(400)]

  it('is told of sessions and of conversations that were interrupted', () => {
    expect(small.names.filter((name) => name.startsWith('session-')).toSorted()).toEqual([
      'session-1',
      'session-101',
    ])
    expect(small.names.filter((name) => name.startsWith('autosave-'))).toHaveLength(2)
  })

  it('opens the catalogue, and those alone that have something attached', () => {
    expect(new Set(large.opened.map((path) => path.replace(/.*\/(\w+)\/.*/, '$1')))).toEqual(
      new Set(['state', 'sessions', 'transcripts']),
    )
    expect(new Set(large.opened).size).toBe(1 + 2 * 4 + 4)
  })

  it('takes twice the work in a home twice as large, not four times', () => {
    expect(large.looks / small.looks).toBeLessThan(2.1)
  })
})

describe('a session that is not there', () => {
  it('is known for none from its own name: no other is looked at', () => {
    const { context, disk } = homeWith(100)
    const { calls } = disk.counters
    expect(() => loadConversation(context, 'nowhere')).toThrow('There is no session "nowhere"')
    expect(disk.counters.calls - calls).toBeLessThan(3)
  })
})
