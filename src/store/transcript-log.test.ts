import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { newLive } from './open-live.ts'
import { testContext } from './store-context.ts'

const message = { role: 'user', content: 'how long?' }

describe('the log of a transcript', () => {
  it('begins a transcript with all its first lines or none', () => {
    const disk = createSimulatedDisk()
    const live = newLive(testContext(disk), { name: 'plan' })
    const sizes = new Set<number | undefined>()
    disk.beforeCall(() => {
      sizes.add(disk.anotherProcess().stat(`/home/chatcli/transcripts/${live.transcriptId}.jsonl`)?.size)
    })
    live.append([message, message])
    expect(sizes.size).toBe(2)
  })

  it('keeps its name and its lines when it cannot be made at first', () => {
    const disk = createSimulatedDisk()
    const live = newLive(testContext(disk), { name: 'plan' })
    disk.failAt(1, 'ENOSPC', { names: ['createExclusive'], forever: true })
    expect(() => live.append([message])).toThrow('ENOSPC')
    expect(live.status).toBe('not-saved')
    disk.clearFaults()
    expect(live.append([message]).where).toBe('transcript')
    expect([live.name, live.status, live.takeNotices().length]).toEqual(['plan', 'saved', 0])
    expect(live.state().window).toHaveLength(2)
  })

  it('leaves no side file behind, not even a spoilt one', () => {
    const disk = createSimulatedDisk()
    const live = newLive(testContext(disk), { name: 'plan' })
    live.append([message])
    disk.shortenAt(1, 1, { path: '/transcripts/', forever: true })
    expect(() => live.append([message])).toThrow('the disk took 1 of')
    expect(disk.list('/home/chatcli/transcripts')).toHaveLength(2)
    disk.clearFaults()
    live.append([message])
    expect(disk.list('/home/chatcli/transcripts')).toEqual([`${live.transcriptId}.jsonl`])
  })

  it('is not upset by a descriptor that cannot be closed', () => {
    const disk = createSimulatedDisk()
    const live = newLive(testContext(disk), { name: 'plan' })
    live.append([message])
    live.append([message])
    disk.failAt(1, 'EIO', { names: ['sync', 'close'], path: '.jsonl', forever: true })
    expect(() => live.append([message])).toThrow('EIO')
    disk.clearFaults()
    expect(live.append([message]).where).toBe('transcript')
    expect(live.status).toBe('saved')
  })
})
