import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { openChatCli } from '../../src/index.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../src/text/sanitise.ts'
import { failure, found, said, testHome, turns, user } from '../scenarios/test-home.suite.ts'
import { saved, texts } from './saved-session.suite.ts'

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
