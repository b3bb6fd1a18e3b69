import { describe, expect, it } from 'vitest'
import { Gate } from './gate.ts'

describe('a gate', () => {
  it('is closed once everybody is out, and lets nobody in until it opens', async () => {
    const gate = new Gate()
    const events: string[] = []
    await gate.enter()
    const closed = gate.close().then(() => events.push('closed'))
    const entered = gate.enter().then(() => events.push('entered'))
    await Promise.resolve()
    expect(events).toEqual([])
    gate.leave()
    await closed
    expect(events).toEqual(['closed'])
    gate.open()
    await entered
    expect(events).toEqual(['closed', 'entered'])
  })
})
