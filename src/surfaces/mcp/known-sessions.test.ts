import { describe, expect, it } from 'vitest'
import { sampleMemory } from '../../commands/sample-memory.suite.ts'
import { withKnownSessions } from './known-sessions.ts'

function counted() {
  const memory = sampleMemory()
  const clock = { time: 0 }
  let reads = 0
  const { chatcli } = memory
  const list: typeof chatcli.sessions.list = (options) => {
    reads++
    return chatcli.sessions.list(options)
  }
  const known = withKnownSessions({ ...chatcli, sessions: { ...chatcli.sessions, list } }, () => clock.time)
  return { chatcli, known, clock, reads: () => reads }
}

describe('withKnownSessions', () => {
  it('reads nothing anew while nothing changed, and says the same as the memory', () => {
    const { chatcli, known, reads } = counted()
    for (const options of [{}, { sort: 'name' }, { sort: 'size' }, { limit: 1 }, { machine: false }] as const)
      expect(known.sessions.list(options)).toEqual(chatcli.sessions.list(options))
    expect(reads()).toBe(1)
  })

  it('knows at once what was said, made private, renamed, saved and deleted', () => {
    const { chatcli, known, reads } = counted()
    known.sessions.list()
    const live = chatcli.sessions.open('proj-acme')
    live.append([{ role: 'user', content: 'One more' }])
    live.set({ private: true })
    live.save()
    expect(known.sessions.list()).toEqual(chatcli.sessions.list())
    expect(known.sessions.list().sessions[0]).toMatchObject({ name: 'proj-acme', private: true, messages: 5 })
    expect(reads()).toBe(1)
    live.close()
    chatcli.sessions.rename('tide-notes', 'tides')
    chatcli.sessions.save('fresh', [{ role: 'user', content: 'New' }])
    expect(known.sessions.list()).toEqual(chatcli.sessions.list())
    chatcli.sessions.delete('tides')
    expect(known.sessions.list()).toEqual(chatcli.sessions.list())
  })

  it('looks at everything again after a while', () => {
    const { known, clock, reads } = counted()
    known.sessions.list()
    clock.time += 10_001
    known.sessions.list()
    expect(reads()).toBe(2)
  })
})
