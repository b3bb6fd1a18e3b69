import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openChatCli } from '../../src/index.ts'
import { createSimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../src/text/sanitise.ts'
import { assistant, failure, found, HOME, said, testHome, turns, user } from '../scenarios/test-home.suite.ts'
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

describe('listing', () => {
  it('R49: a session missing from the catalogue is listed', () => {
    const { home } = saved(1)
    home.chatcli.sessions.save('sea-notes', turns(51))
    home.chatcli.sessions.list()
    const path = `${HOME}/state/catalogue.json`
    const catalogue = home.json(path) as { rows: { name: string }[] }
    home.put(path, { ...catalogue, rows: catalogue.rows.filter(({ name }) => name !== 'sea-notes') })
    expect(
      home
        .surface()
        .sessions.list()
        .sessions.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['sea-notes', 'tide-notes'])
    expect(found(home.surface(), 'tide question 50')[0]).toBe('sea-notes')
  })

  it('R49: a session that only the catalogue has is not listed', () => {
    const { home } = saved(1)
    home.chatcli.sessions.list()
    home.remove(home.session('tide-notes'))
    home.remove(home.disk.list(`${HOME}/transcripts`).map((name) => `${HOME}/transcripts/${name}`)[0] ?? '')
    expect(home.surface().sessions.list().total).toBe(0)
  })

  it('R52: a home moved to another place is the same home', () => {
    const { home } = saved(2)
    const { id } = home.chatcli.sessions.load('tide-notes')
    home.move(HOME, '/home/ada/moved')
    const moved = openChatCli({
      home: '/home/ada/moved',
      disk: home.disk.anotherProcess(),
      now: () => home.clock.now,
    })
    expect(moved.sessions.load('tide-notes')).toMatchObject({ id, notes: [] })
    const live = moved.sessions.open('tide-notes')
    live.append([user('at the new place')])
    live.save()
    expect(said(moved, 'tide-notes')).toEqual([...texts(2), 'at the new place'])
    expect(moved.search('new place').sessions).toHaveLength(1)
  })

  it('R55: a file with nothing but messages has a row', () => {
    const home = testHome()
    home.put(home.session('bare'), { chat_history: [user('only this')] })
    expect(home.chatcli.sessions.list().sessions).toMatchObject([
      { name: 'bare', title: 'only this', messages: 1, source: undefined, machine: false },
    ])
  })

  it('R58: one huge file among many is not read for the list', () => {
    const home = testHome()
    for (let k = 0; k < 300; k++) home.chatcli.sessions.save(`notes-${k}`, turns(1))
    home.chatcli.sessions.save('huge', turns(300, 'x'.repeat(10_000)))
    expect(home.has(`${HOME}/state/catalogue.json`)).toBe(false)
    const disk = home.disk.anotherProcess()
    expect(home.surface({ disk }).sessions.list().total).toBe(301)
    expect(disk.counters.bytesRead).toBeLessThanOrEqual(301 * 4096 + 1000)
  })

  it('R83: one hostile file hides and slows no other: deep, wide, endless, a pipe, a link, a folder', () => {
    const { home } = saved(1)
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    home.put(home.session('deep'), `{"version":2,"x":${deep},"chat_history":[]}`)
    home.put(
      home.session('deep-message'),
      `{"version":2,"chat_history":[{"role":"user","content":"x","y":${deep}}]}`,
    )
    home.put(
      home.session('wide'),
      `{"version":2,${Array.from({ length: 20_000 }, (_, k) => `"k${k}":${k}`).join(',')},"chat_history":[]}`,
    )
    home.put(
      home.session('numbers'),
      '{"version":1e400,"created_at":"+275761-01-01","messages":-0,"chat_history":[]}',
    )
    home.put(
      home.session('years'),
      `{"version":2,"updated_at":"+275760-09-13T00:00:00.000Z","chat_history":${JSON.stringify(turns(1))}}`,
    )
    home.disk.plant(home.session('pipe'), 'other')
    home.disk.plant(home.session('link'), 'link')
    home.disk.makeFolder(home.session('folder'))
    home.disk.plant(`${HOME}/transcripts/pipe.jsonl`, 'other')
    const { chatcli } = home
    expect(chatcli.sessions.list().sessions.map(({ name }) => name)).toContain('tide-notes')
    const result = chatcli.search('tide answer 0')
    expect(result.sessions.map(({ name }) => name)).toContain('tide-notes')
    for (const { name } of chatcli.sessions.list().unreadable) {
      expect(failure(() => chatcli.sessions.load(name)).code).toMatch(
        /damaged|storage|newer-version|not-found/,
      )
    }
    const live = chatcli.sessions.open('tide-notes')
    live.append([user('unharmed')])
    live.save()
    expect(said(home.surface(), 'tide-notes').at(-1)).toBe('unharmed')
  })
})

describe('deleting', () => {
  it('P37: another writer is not held up: deleting takes no lock, and costs the same whatever the size', () => {
    const costs = [10, 5000].map((count) => {
      const home = testHome()
      home.chatcli.sessions.save('big', turns(count))
      home.chatcli.sessions.save('other', turns(1))
      home.chatcli.sessions.list()
      const disk = home.disk.anotherProcess()
      const writer = home.surface().sessions.open('other')
      let k = 0
      disk.beforeCall(() => void writer.append([user(`meanwhile ${k++}`)]))
      home.surface({ disk }).sessions.delete('big')
      expect(k).toBeGreaterThan(10)
      expect(said(home.surface(), 'other')).toHaveLength(2 + k)
      return disk.counters.calls
    })
    expect(costs[1]).toBe(costs[0])
  })

  it('P38: deleted means gone from files, list, search and reading', () => {
    for (const purge of [false, true]) {
      const { home, path } = saved(1)
      expect(found(home.chatcli, 'tide answer')).toEqual(['tide-notes'])
      home.chatcli.sessions.delete('tide-notes', { purge })
      expect(home.has(path) || home.has(home.session('tide-notes'))).toBe(false)
      for (const chatcli of [home.chatcli, home.surface()]) {
        expect(chatcli.sessions.list().total).toBe(0)
        expect(found(chatcli, 'tide answer')).toEqual([])
        expect(failure(() => chatcli.page('tide-notes')).code).toBe('not-found')
      }
    }
  })
})

describe('names, exports and homes', () => {
  it('P71: work in another home leaves this one as it is, byte for byte', () => {
    const { home } = saved(2)
    home.chatcli.sessions.list()
    const bytes = (): string[] => home.files().map((path) => `${path} ${home.bytes(path).toString('base64')}`)
    const before = bytes()
    home.disk.makeFolder('/home/ada/scratch')
    const scratch = openChatCli({ home: '/home/ada/scratch', disk: home.disk.anotherProcess() })
    scratch.sessions.save('tide-notes', turns(3, 'scratch'))
    scratch.sessions.delete('tide-notes', { purge: true })
    scratch.search('tide')
    expect(bytes()).toEqual(before)
  })

  it('P86: escapes in titles, texts and roles are stored as they came, and shown without effect', () => {
    const evil = '\u001B]0;pwn\u0007\u001B[2J title\u009B31m'
    const home = testHome()
    home.chatcli.sessions.save('escapes', [{ role: 'user', content: evil }], { title: evil })
    const [row] = home.chatcli.sessions.list().sessions
    const [hit] = home.chatcli.search('title').sessions
    expect(row?.title).toBe(evil)
    for (const text of [row?.title, hit?.title, hit?.messages[0]?.snippet.text])
      expect(sanitiseLine(text ?? '')).toMatch(/^[^\u0000-\u001F\u007F-\u009F]*title$/)
    expect(sanitiseForTerminal(home.chatcli.transcripts.export('escapes', 'md').text)).not.toMatch(
      /[\u001B\u0007\u009B]/,
    )
    expect(failure(() => home.chatcli.sessions.save(evil, turns(1))).code).toBe('invalid-name')
  })

  it('R41: no session, and so no file of one, gets the name of a device', () => {
    const home = testHome()
    for (const name of ['CON', 'LPT9', 'con.json', 'Aux.notes', 'nul.tar.gz', 'COM1'])
      expect(failure(() => home.chatcli.sessions.save(name, turns(1))).hint).toContain(`"session-${name}"`)
    home.chatcli.sessions.save('console', turns(1), { title: 'CON' })
    expect(home.surface().sessions.list().sessions).toMatchObject([{ name: 'console', title: 'CON' }])
  })

  it('R73: what is saved is counted, a line that is no message is named and nothing is kept of it', () => {
    const home = testHome()
    const lines = turns(50).map((message) => JSON.stringify(message))
    expect(home.chatcli.sessions.save('whole', lines.join('\n')).messages).toBe(100)
    expect(home.chatcli.transcripts.export('whole', 'jsonl').entries).toBe(100)
    const error = failure(() =>
      home.chatcli.sessions.save('half', lines.with(41, '{"role":"user"}').join('\n')),
    )
    expect(error).toMatchObject({ code: 'damaged' })
    expect(error.message).toContain('line 42')
    expect(home.chatcli.sessions.exists('half')).toBe(false)
    expect(home.surface().sessions.list().total).toBe(1)
  })

  it('R10: NUL in a text is stored, found around and exported', () => {
    const home = testHome()
    home.chatcli.sessions.save('holes', [user('before\u0000after the hole')])
    expect(said(home.surface(), 'holes')).toEqual(['before\u0000after the hole'])
    expect(found(home.surface(), 'hole')).toEqual(['holes'])
  })

  it('a home that cannot be written can be read', () => {
    const { home } = saved(2)
    const disk = home.disk.anotherProcess()
    for (const name of ['createExclusive', 'openAppend', 'rename', 'link', 'unlink', 'makeFolder'] as const)
      disk.failAt(1, 'EROFS', { names: [name], forever: true })
    const chatcli = home.surface({ disk })
    expect(chatcli.sessions.list().total).toBe(1)
    expect(said(chatcli, 'tide-notes')).toEqual(texts(2))
    expect(found(chatcli, 'tide answer 1')).toEqual(['tide-notes'])
    expect(chatcli.transcripts.export('tide-notes', 'md').entries).toBe(4)
    for (const run of [
      () => chatcli.sessions.save('new', turns(1)),
      () => chatcli.sessions.rename('tide-notes', 'new'),
      () => chatcli.sessions.delete('tide-notes'),
      () => chatcli.sessions.open('tide-notes').append([user('x')]),
    ])
      expect(failure(run).code).toBe('storage')
  })

  it('a home that is not there is an empty one, and looking makes none', () => {
    const disk = createSimulatedDisk()
    const chatcli = openChatCli({ home: '/nowhere/.chatcli', disk })
    expect(chatcli.sessions.list()).toEqual({ sessions: [], total: 0, unreadable: [] })
    expect(chatcli.search('anything').sessions).toEqual([])
    expect(disk.stat('/nowhere')).toBeUndefined()
  })
})
