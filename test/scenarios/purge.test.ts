import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFileName } from '../../src/disk/stale-temp-files.ts'
import { failure, HOME, recorded, said, testHome, turns, user } from './test-home.suite.ts'

const SECRET = 'zanzibar'

function saved(name: string, topic: string) {
  const home = testHome()
  home.chatcli.sessions.save(name, turns(2, topic))
  return home
}

function filesWith(home: ReturnType<typeof testHome>, words: string): string[] {
  return home.files().filter((path) => home.bytes(path).includes(words))
}

const totalOf = ({ surface }: ReturnType<typeof testHome>): number => surface().sessions.list().total

describe('a damaged session', () => {
  function damaged() {
    const home = saved('tide-notes', SECRET)
    const transcript = home.transcript('tide-notes')
    home.put(home.session('tide-notes'), '{"version": 2, "chat')
    return { home, transcript }
  }

  it('is purged with its transcript', () => {
    const { home } = damaged()
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(filesWith(home, SECRET)).toEqual([])
    expect(totalOf(home)).toBe(0)
  })

  it('goes to the trash with its transcript, and both come back', () => {
    const { home, transcript } = damaged()
    home.chatcli.sessions.delete('tide-notes')
    expect(home.has(transcript)).toBe(false)
    expect(totalOf(home)).toBe(0)
    failure(() => home.chatcli.sessions.restore('tide-notes'))
    expect(home.text(home.session('tide-notes'))).toBe('{"version": 2, "chat')
    const list = home.surface().sessions.list()
    expect(list.unreadable).toMatchObject([{ name: 'tide-notes' }])
    expect(said(home.surface(), list.sessions[0]?.name ?? '')[0]).toBe(`${SECRET} question 0`)
  })

  it('is one that is cut off behind its first 4 KB', () => {
    const home = testHome()
    home.chatcli.sessions.save('long-notes', turns(100))
    home.chatcli.sessions.save('short-notes', turns(1))
    const bytes = home.bytes(home.session('long-notes'))
    expect(bytes.length).toBeGreaterThan(9000)
    home.put(home.session('long-notes'), bytes.subarray(0, 8000))
    const list = home.surface().sessions.list()
    expect(list.unreadable).toMatchObject([{ name: 'long-notes', code: 'damaged' }])
    expect(list.sessions.map(({ name }) => name)).toContain('short-notes')
  })
})

describe('a purge', () => {
  it.each(['session', 'interrupted'])('that is cut short anywhere is finished by the next (%s)', (kind) => {
    let cuts = 0
    for (let call = 1; ; call++) {
      const home = saved('tide-notes', SECRET)
      home.chatcli.sessions.save('other-notes', turns(1, 'other'))
      home.chatcli.sessions.save('third-notes', turns(1, 'third'))
      if (kind === 'interrupted') home.remove(home.session('tide-notes'))
      const { sessions } = home.surface().sessions.list()
      const name = kind === 'session' ? 'tide-notes' : sessions.find((row) => row.interrupted)?.name
      const process = home.disk.anotherProcess()
      process.crashAt(call, { names: ['unlink', 'write', 'rename'] })
      let isCut = false
      try {
        home.surface({ disk: process }).sessions.delete(name ?? '', { purge: true })
      } catch {
        isCut = true
      }
      if (!isCut) break
      cuts++
      const { sessions: later } = home.surface()
      // Asked again when it is still listed; else any other purge takes along what is left.
      if (later.exists(name ?? '')) later.delete(name ?? '', { purge: true })
      later.delete('other-notes', { purge: true })
      home.surface().search('anything')
      expect(filesWith(home, SECRET), `cut at ${call}`).toEqual([])
      expect(said(home.surface(), 'third-notes'), `cut at ${call}`).toHaveLength(2)
    }
    expect(cuts).toBeGreaterThan(3)
  })

  it('leaves a purged conversation alone that somebody put back', () => {
    const home = saved('tide-notes', SECRET)
    const transcript = home.transcript('tide-notes')
    const backup = home.bytes(transcript)
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    home.put(transcript, backup)
    home.chatcli.sessions.save('other-notes', turns(1))
    home.chatcli.sessions.delete('other-notes', { purge: true })
    expect(home.bytes(transcript)).toEqual(backup)
  })

  it('takes nothing else of that name out of the trash', () => {
    const home = saved('tide-notes', 'first')
    const first = home.chatcli.sessions.delete('tide-notes').entry
    home.chatcli.sessions.save('tide-notes', turns(1, 'second'))
    home.chatcli.sessions.delete('tide-notes')
    home.chatcli.sessions.save('tide-notes', turns(1, 'third'))
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(home.chatcli.sessions.trash()).toHaveLength(2)
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(home.chatcli.sessions.trash()).toMatchObject([{ entry: first }])
    home.chatcli.sessions.restore('tide-notes')
    expect(said(home.surface(), 'tide-notes')[0]).toBe('first question 0')
  })

  it('takes along temp files that a crash left, unless somebody may be writing them', () => {
    for (const [minutes, isLeft] of [
      [9, true],
      [11, false],
    ] as const) {
      const { home, temps } = withTempFiles(saved('tide-notes', 'tide'), minutes)
      home.chatcli.sessions.delete('tide-notes', { purge: true })
      expect(temps.map(home.has)).toEqual(temps.map(() => isLeft))
    }
  })
})

describe('the first write of a process', () => {
  it('removes temp files that are older than a day', () => {
    for (const [hours, isLeft] of [
      [23, true],
      [25, false],
    ] as const) {
      const { home, temps } = withTempFiles(testHome(), hours * 60)
      home.chatcli.sessions.list()
      expect(temps.every(home.has)).toBe(true)
      home.chatcli.sessions.save('tide-notes', turns(1))
      expect(temps.map(home.has)).toEqual(temps.map(() => isLeft))
    }
  })
})

/** Temp files of a process that was stopped so many minutes ago. */
function withTempFiles(home: ReturnType<typeof testHome>, minutes: number) {
  const temps = ['sessions', 'transcripts', 'state'].map((folder) =>
    join(HOME, folder, tempFileName('left-behind')),
  )
  for (const path of temps) home.put(path, SECRET)
  home.clock.now = (home.disk.stat(temps[2] ?? '')?.mtimeMs ?? 0) + minutes * 60_000
  return { home, temps }
}

describe('a session that comes back', () => {
  it('loses no line when its transcript is there already', () => {
    const home = saved('tide-notes', SECRET)
    const transcript = home.transcript('tide-notes')
    const early = home.bytes(transcript)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('said later')])
    live.close()
    home.chatcli.sessions.delete('tide-notes')
    home.put(transcript, early)
    home.chatcli.sessions.restore('tide-notes')
    expect(recorded(home.surface(), 'tide-notes').at(-1)).toBe('live: said later')
    expect(said(home.surface(), 'tide-notes')).toHaveLength(5)
    expect(home.files().filter((path) => path.includes('/trash/'))).toEqual([])
  })

  it('gets the name that is asked for although it was never saved', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create()
    live.append([user('never saved')])
    live.close()
    const name = home.chatcli.sessions.list().sessions[0]?.name ?? ''
    home.chatcli.sessions.delete(name)
    const restored = home.chatcli.sessions.restore(name, { as: 'bar' })
    expect(restored).toMatchObject({ name: 'bar', machine: false, interrupted: false })
    expect(said(home.surface(), 'bar')).toEqual(['never saved'])
    expect(totalOf(home)).toBe(1)
    expect(home.chatcli.sessions.trash()).toEqual([])
  })
})
