import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openChatCli } from '../../src/index.ts'
import { assistant, failure, HOME, said, testHome, turns, user } from '../scenarios/test-home.suite.ts'
import { saved, texts } from './saved-session.suite.ts'

describe('writing', () => {
  it('R4: five surfaces save one session in turn: every reader in between finds a whole file, and nothing piles up', () => {
    const { home } = saved(1)
    let looks = 0
    const surfaces = Array.from({ length: 5 }, () => {
      const disk = home.disk.anotherProcess()
      disk.beforeCall(() => {
        looks++
        if (looks % 7 === 0) expect(() => home.json(home.session('tide-notes'))).not.toThrow()
      })
      return home.surface({ disk }).sessions.open('tide-notes')
    })
    for (let round = 0; round < 10; round++) {
      for (const [k, live] of surfaces.entries()) {
        live.append([user(`${k}: ${round}`)])
        live.save()
      }
    }
    expect(looks).toBeGreaterThan(500)
    expect(said(home.surface(), 'tide-notes')).toHaveLength(52)
    expect(home.disk.list(`${HOME}/sessions`)).toEqual(['tide-notes.json'])
    expect(home.disk.list(`${HOME}/transcripts`)).toHaveLength(1)
  })

  it('R8: a process that dies before its first line is safe leaves nothing that leads nowhere', () => {
    for (let at = 1; ; at++) {
      const home = testHome()
      const disk = home.disk.anotherProcess()
      disk.crashAt(at)
      let isDone = true
      try {
        const live = home.surface({ disk }).sessions.create({ name: 'new-notes' })
        live.append([user('first words')])
        live.save()
      } catch {
        isDone = false
      }
      const after = openChatCli({ home: HOME, disk: home.disk.killed(), now: () => home.clock.now })
      const { sessions, unreadable } = after.sessions.list()
      expect(unreadable, `killed at call ${at}`).toEqual([])
      for (const { name } of sessions) expect(said(after, name)).toEqual(['first words'])
      expect(after.search('first words').sessions).toHaveLength(sessions.length)
      if (isDone) break
    }
  })

  it('R38, P1: after a power cut at any moment, every acknowledged turn is there', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create({ name: 'power' })
    let states = 0
    for (let turn = 0; turn < 3; turn++) {
      live.append([user(`turn ${turn}`), assistant(`heard ${turn}`)])
      for (const { disk, label } of home.disk.crashStates({ limit: 40, seed: turn + 1 })) {
        const after = openChatCli({ home: HOME, disk, now: () => home.clock.now })
        const [row] = after.sessions.list().sessions
        expect(said(after, row?.name ?? ''), label).toEqual(
          Array.from({ length: turn + 1 }, (_, k) => [`turn ${k}`, `heard ${k}`]).flat(),
        )
        states++
      }
      live.save()
    }
    expect(states).toBeGreaterThan(5)
  })

  it('R17: a turn opens no file but those of its own conversation, whatever else lies in the folders', () => {
    const { home, path } = saved(1)
    home.put(join(HOME, 'transcripts', 'huge.jsonl'), 'x'.repeat(5_000_000))
    home.put(home.session('huge'), 'x'.repeat(5_000_000))
    const disk = home.disk.anotherProcess()
    const live = home.surface({ disk }).sessions.open('tide-notes')
    live.append([user('next')])
    live.save()
    const opened = disk.log.filter(({ name }) => name === 'openRead' || name === 'openAppend')
    const own = [
      home.session('tide-notes'),
      path,
      join(HOME, 'state', 'changed.jsonl'),
      join(HOME, 'home.json'),
    ]
    expect(opened.map(({ path }) => path).filter((path) => !own.includes(path))).toEqual([])
    expect(disk.counters.bytesRead).toBeLessThan(20_000)
  })

  it('R53: a thousand operations leave no descriptor open', () => {
    const { home } = saved(1)
    for (let k = 0; k < 100; k++) {
      home.chatcli.sessions.save(`notes-${k}`, turns(1))
      home.chatcli.sessions.fork(`notes-${k}`, `fork-${k}`)
      home.chatcli.sessions.rename(`fork-${k}`, `renamed-${k}`)
      home.chatcli.sessions.delete(`renamed-${k}`)
      home.chatcli.sessions.restore(`renamed-${k}`)
      home.chatcli.sessions.delete(`renamed-${k}`, { purge: true })
      home.chatcli.page(`notes-${k}`)
      home.chatcli.transcripts.stats(`notes-${k}`)
      failure(() => home.chatcli.sessions.load('nothing'))
      failure(() => home.chatcli.sessions.save(`notes-${k}`, turns(1)))
    }
    expect(home.disk.openFiles).toBe(0)
  })

  it('R67: a transcript that cannot be made at first is said, and what was said goes there once, not twice', () => {
    for (const names of [['createExclusive'], ['write'], ['sync']] as const) {
      const home = testHome()
      const live = home.chatcli.sessions.create({ name: 'stubborn' })
      home.disk.failAt(1, 'EIO', { names: [...names], path: 'transcripts', forever: true })
      expect(failure(() => live.append([user('first')])).code).toBe('storage')
      expect(live.status).toBe('not-saved')
      expect(failure(() => live.append([user('second')])).code).toBe('storage')
      home.disk.clearFaults()
      live.append([user('third')])
      live.save()
      expect(live.status).toBe('saved')
      live.close()
      expect(said(home.surface(), 'stubborn'), names[0]).toEqual(['first', 'second', 'third'])
      expect(home.surface().sessions.record('stubborn').messages).toHaveLength(3)
      expect(home.surface().sessions.list().total).toBe(1)
    }
  })

  it('R68: a transcript swapped under an open one is noticed: no line goes to the file that is gone, and none is lost', () => {
    for (const older of [2, 3, 40]) {
      const { home, path } = saved(2)
      const live = home.chatcli.sessions.open('tide-notes')
      live.append([user('before the swap')])
      live.set({ title: 'Tides' })
      live.save()
      const other = saved(older)
      home.put(`${path}.restored`, other.home.bytes(other.path))
      home.move(`${path}.restored`, path)
      live.append([user('after the swap')])
      live.save()
      expect(live.takeNotices().map(({ kind }) => kind)).toContain('transcript-shorter')
      expect(home.text(path)).toContain('after the swap')
      const expected = [...texts(2), 'before the swap', 'after the swap']
      expect(live.state().window.map(({ message }) => message.content)).toEqual(
        expect.arrayContaining(expected),
      )
      live.close()
      expect(said(home.surface(), 'tide-notes')).toEqual(expect.arrayContaining(expected))
      expect(home.surface().sessions.load('tide-notes').title).toBe('Tides')
    }
  })

  it('R86: files are 0600 and folders 0700 on a real disk whatever the umask, checked with the widest', () => {
    const root = mkdtempSync(join(tmpdir(), 'modes-'))
    const home = join(root, 'home')
    try {
      const chatcli = openChatCli({ home })
      chatcli.sessions.save('tide-notes', turns(1))
      chatcli.sessions.fork('tide-notes', 'fork')
      chatcli.sessions.delete('fork')
      const modes = readdirSync(home, { recursive: true, withFileTypes: true }).map((entry) => {
        const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
        return `${entry.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`
      })
      expect([...new Set(modes)].toSorted()).toEqual(['file 600', 'folder 700'])
      expect(statSync(home).mode & 0o777).toBe(0o700)
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  it('R91: killed after a hundred turns, all are there; times come from messages, not from the file', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create({ name: 'long-day' })
    live.append([user('turn 0')])
    live.save()
    for (let k = 1; k < 100; k++) live.append([user(`turn ${k}`)])
    const disk = home.disk.killed()
    disk.touch(home.session('long-day'), Date.UTC(2030, 0, 1))
    const after = openChatCli({ home: HOME, disk, now: () => home.clock.now })
    expect(said(after, 'long-day')).toHaveLength(100)
    const record = after.sessions.record('long-day')
    expect(record.updatedAt).toBe(record.messages.at(-1)?.at)
    expect(record.updatedAt).toBeLessThan(home.clock.now)
  })

  it('R92: a session file rewritten by another program while it is open is adopted once, and not fought over', () => {
    const { home } = saved(2)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('ours')])
    live.save()
    const file = home.json(home.session('tide-notes')) as { chat_history: object[] }
    home.put(home.session('tide-notes'), {
      version: 2,
      transcript_id: file['transcript_id' as keyof typeof file],
      chat_history: [...file.chat_history, user('theirs')],
    })
    const writes = home.disk.counters.bytesWritten
    live.save()
    live.save()
    expect(live.takeNotices().filter(({ kind }) => kind === 'changed-by-program')).toHaveLength(1)
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts(2), 'ours', 'theirs'])
    expect(home.disk.counters.bytesWritten - writes).toBeLessThan(20_000)
    home.put(home.session('tide-notes'), 'not json')
    expect(failure(() => live.save()).code).toBe('damaged')
    expect(home.text(home.session('tide-notes'))).toBe('not json')
  })
})
