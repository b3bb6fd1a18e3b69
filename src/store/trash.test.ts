import { describe, expect, it } from 'vitest'
import { SimulatedCrash } from '../disk/simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { deleteSession } from './delete-session.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { newLive, openLive } from './open-live.ts'
import { prepareHome } from './prepare-home.ts'
import { restoreSession } from './restore-session.ts'
import { testContext } from './store-context.ts'
import type { StoreContext } from './store-context.ts'
import { listTrash, trashEntries } from './trash.ts'

function withSession(): {
  disk: SimulatedDisk
  context: StoreContext
  another: () => [SimulatedDisk, StoreContext]
} {
  const disk = createSimulatedDisk()
  const context = testContext(disk)
  const live = newLive(context, { name: 'plan' })
  live.append([{ role: 'user', content: 'how long?' }])
  live.save()
  live.close()
  return {
    disk,
    context,
    another: () => {
      const other = disk.anotherProcess()
      return [other, { ...context, disk: other }]
    },
  }
}

describe('the trash', () => {
  it('does not list a folder that holds only what a stopped deletion was preparing', () => {
    const { context, another } = withSession()
    const [disk, stopped] = another()
    disk.crashAt(1, { names: ['unlink'], path: '/trash/' })
    expect(() => deleteSession(stopped, 'plan')).toThrow(SimulatedCrash)
    expect(listTrash(context)).toEqual([])
  })

  it('does not list what was put back, though the restore was stopped, not even after more was said', () => {
    const { context, another } = withSession()
    deleteSession(context, 'plan')
    const [disk, stopped] = another()
    disk.crashAt(1, { names: ['syncFolder'], path: '/sessions' })
    expect(() => restoreSession(stopped, 'plan', 'plan-again')).toThrow(SimulatedCrash)
    expect(listTrash(context)).toEqual([])
    const live = openLive(context, 'plan-again')
    live.append([{ role: 'user', content: 'and then?' }])
    live.save()
    live.close()
    expect(listTrash(context)).toEqual([])
    expect(trashEntries(context).map(({ name }) => name)).toEqual(['plan'])
    deleteSession(context, 'plan-again')
    expect(listTrash(context).map(({ name }) => name)).toEqual(['plan-again'])
  })

  it('keeps a deleted transcript as it was, though a surface has it open and goes on', () => {
    const { disk, context } = withSession()
    const live = openLive(context, 'plan')
    live.append([{ role: 'user', content: 'before' }])
    const entry = deleteSession(context, 'plan')
    const path = `${context.home.trash}/${entry}/${live.transcriptId}.jsonl`
    const size = disk.stat(path)?.size
    live.append([{ role: 'user', content: 'after' }])
    expect(disk.stat(path)?.size).toBe(size)
    expect(live.state().window.map(({ message }) => message.content)).toEqual([
      'how long?',
      'before',
      'after',
    ])
  })

  it('can be restored from without its notes', () => {
    const { disk, context } = withSession()
    const entry = deleteSession(context, 'plan') ?? ''
    disk.unlink(`${context.home.trash}/${entry}/why.json`)
    expect(listTrash(context)).toMatchObject([{ name: 'plan', at: '2026-06-01T12:00:07.000Z' }])
    expect(restoreSession(context, 'plan')).toBe('plan')
    const { window } = openLive(context, 'plan').state()
    expect(window.map(({ message }) => message.content)).toEqual(['how long?'])
    expect(listTrash(context)).toEqual([])
  })

  it('keeps the id of a file of another program, so that an open surface goes on under another', () => {
    const { context } = withSession()
    prepareHome(context)
    const bytes = Buffer.from(
      JSON.stringify({ version: 1, chat_history: [{ role: 'user', content: 'one' }] }),
    )
    const put = (): void =>
      writeDurably(context.disk, `${context.home.sessions}/plain.json`, bytes, {
        replace: false,
        randomName: () => context.randomHex(16),
      })
    put()
    const live = openLive(context, 'plain')
    const { id } = live
    deleteSession(context, 'plain')
    live.append([{ role: 'user', content: 'two' }])
    expect(live.transcriptId).not.toBe(id)
    expect(live.name).toBeUndefined()
    put()
    const again = openLive(context, 'plain')
    again.append([{ role: 'user', content: 'three' }])
    expect(again.save()).toBe(true)
    expect([again.name, again.transcriptId === id]).toEqual(['plain', false])
  })
})
