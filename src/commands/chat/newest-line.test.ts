import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { sampleContext, sampleMemory } from '../sample-memory.suite.ts'
import { newestLine } from './newest-line.ts'

describe('newestLine', () => {
  it('names the newest conversation with its time and title', () => {
    const memory = sampleMemory()
    const [line] = newestLine(sampleContext(memory, { timeZone: 'Asia/Tokyo' }))
    expect(line).toMatch(/^Newest conversation: tide-notes \(2026-\d\d-\d\d \d\d:\d\d, "Tides"\)$/)
  })

  it('shows nothing that moves a cursor', () => {
    const memory = sampleMemory()
    const content = [{ role: 'user', content: 'x', created_at: '2026-03-30T00:00:00Z' }]
    memory.chatcli.sessions.save('evil', content, { title: 'a\u001B[2J\nb' })
    expect(newestLine(sampleContext(memory)).join()).toContain('evil (2026')
    expect(newestLine(sampleContext(memory)).join()).not.toMatch(/[\u001B\n]/)
  })

  it('is not there for an empty memory', () => {
    const disk = createSimulatedDisk()
    const empty = { disk, chatcli: openChatCli({ home: '/home/x', disk }), now: () => 0 }
    expect(newestLine(sampleContext(empty))).toEqual([])
  })
})
