import { describe, expect, it } from 'vitest'
import { createProcessProbe } from '../../src/disk/process-identity.ts'
import { homeDisk } from '../../src/store/sealed/home-disk.ts'
import { keysOf } from '../../src/store/sealed/sealed-home.suite.ts'
import { openChatCli } from '../../src/index.ts'
import { noKeys } from '../../src/seal/keyring.ts'
import { cliHarness } from '../../src/surfaces/cli/cli-harness.suite.ts'
import {
  failure,
  found,
  HOME,
  said,
  testHome,
  type TestHome,
  turns,
  user,
} from '../scenarios/test-home.suite.ts'
import { saved, texts } from './saved-session.suite.ts'

const bytesOf = (home: TestHome): string[] =>
  home.files().map((path) => `${path} ${home.bytes(path).toString('base64')}`)

describe('the home', () => {
  it('R37: one of a later program is refused, with what to do, and stays as it is to the byte', () => {
    const { home } = saved(2)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('before it came')])
    live.save()
    const file = home.json(`${HOME}/home.json`)
    home.put(`${HOME}/home.json`, { ...file, format: 99, later: ['unknown'] })
    const before = bytesOf(home)
    const tries = [
      () => home.surface(),
      // One that was there when the later program came.
      () => live.append([user('meanwhile')]),
      () => home.chatcli.sessions.save('new-notes', turns(1)),
      () => home.chatcli.sessions.rename('tide-notes', 'sea-notes'),
      () => home.chatcli.sessions.delete('tide-notes'),
    ]
    for (const attempt of tries) {
      const { code, message, hint } = failure(attempt)
      expect([code, message]).toEqual(['newer-version', expect.stringMatching(/format 99.*up to 2/)])
      expect(hint).toContain('Update chatcli')
    }
    expect(bytesOf(home)).toEqual(before)
    // What was said is in memory until it can be saved.
    expect(live.status).toBe('not-saved')
    home.put(`${HOME}/home.json`, file)
    live.append([user('afterwards')])
    live.save()
    expect(said(home.surface(), 'tide-notes').slice(4)).toEqual(['before it came', 'meanwhile', 'afterwards'])
  })

  it('R40: what is away for a moment is not made anew: not the home, not a session, not its transcript', () => {
    const { home, path } = saved(2)
    const away = '/home/ada/away'
    home.move(home.session('tide-notes'), away)
    expect(failure(() => home.surface().sessions.open('tide-notes')).code).toBe('not-found')
    expect(home.has(home.session('tide-notes'))).toBe(false)
    home.move(away, home.session('tide-notes'))
    expect(said(home.surface(), 'tide-notes')).toEqual(texts(2))

    home.move(path, away)
    expect(said(home.surface(), 'tide-notes')).toEqual(texts(2))
    expect(home.has(path)).toBe(false)
    home.move(away, path)

    const before = home.text(`${HOME}/home.json`)
    for (const content of ['', '{"format":', '[]']) {
      home.put(`${HOME}/home.json`, content)
      expect(failure(() => home.surface().sessions.save('new-notes', turns(1))).code).toBe('damaged')
      expect(home.text(`${HOME}/home.json`)).toBe(content)
    }
    home.put(`${HOME}/home.json`, before)
    for (const error of ['EACCES', 'EBUSY', 'EIO']) {
      const disk = home.disk.anotherProcess()
      disk.failAt(1, error, { names: ['openRead'], path: 'home.json' })
      expect(failure(() => home.surface({ disk }).sessions.save('new-notes', turns(1))).code).toBe('storage')
      expect(home.text(`${HOME}/home.json`)).toBe(before)
    }
    expect(home.has(home.session('new-notes'))).toBe(false)

    home.remove(`${HOME}/home.json`)
    home.surface().sessions.save('new-notes', turns(1))
    expect(home.surface().sessions.list().total).toBe(2)
    expect(said(home.surface(), 'tide-notes')).toEqual(texts(2))
  })

  it('R40: a sealed home without its home.json is not taken for a new one', () => {
    const home = testHome()
    const surface = (keys: ReturnType<typeof keysOf>) => {
      const now = (): number => (home.clock.now += 1000)
      return openChatCli({
        home: HOME,
        disk: homeDisk(home.disk.anotherProcess(), { home: HOME, keys, now }),
        now,
      })
    }
    surface(keysOf(7)).sessions.save('tide-notes', turns(2))
    home.remove(`${HOME}/home.json`)
    const before = bytesOf(home)
    expect(failure(() => surface(noKeys).sessions.save('new-notes', turns(1))).code).toBe('key')
    expect(bytesOf(home)).toEqual(before)
    surface(keysOf(7)).sessions.save('new-notes', turns(1))
    expect(said(surface(keysOf(7)), 'tide-notes')).toEqual(texts(2))
  })

  it('R62, P31: a second program starts, reads, searches and writes whoever holds a lock', () => {
    const { home } = saved(2)
    home.chatcli.search('tide')
    const locks = [
      ...home.disk.list(`${HOME}/index`).map((version) => `${HOME}/index/${version}/lock`),
      `${HOME}/state/retention.lock`,
    ]
    const { self } = createProcessProbe()
    const alive = JSON.stringify({ ...self, token: 'held' })
    const dead = JSON.stringify({ ...self, pid: 2 ** 22 + 1, token: 'left' })
    const kept: string[] = []
    for (const [k, holder] of [alive, dead, '', 'rubbish'].entries()) {
      for (const path of locks) home.put(path, holder)
      const second = home.surface()
      expect(second.sessions.list().total).toBe(1)
      const live = second.sessions.open('tide-notes')
      live.append([user(`kingfisher ${k}`)])
      live.save()
      live.close()
      expect(found(home.surface(), `"kingfisher ${k}"`), holder).toEqual(['tide-notes'])
      const [indexLock = ''] = locks
      if (home.has(indexLock)) kept.push(home.text(indexLock))
    }
    // Only a process that lives keeps its lock.
    expect(kept).toEqual([alive])
    expect(said(home.surface(), 'tide-notes')).toHaveLength(8)
  })

  it('R85, P34: the same sessions are listed and found in every working folder', async () => {
    const folders = ['/desk', '/', '/home/ada/project', '/home/ada', 'D:\\p', 'd:/p/']
    const runs = []
    for (const cwd of folders) {
      const cli = cliHarness({ cwd })
      for (const [i, folder] of folders.entries())
        cli.chatcli.sessions.save(`notes-${i}`, [user('a kingfisher')], {
          source: { tool: 'codex', cwd: folder },
        })
      runs.push([(await cli.run('session', 'list')).out, (await cli.run('search', 'kingfisher')).out])
    }
    expect(runs[0]?.[0]).toContain('notes-5')
    expect(runs[0]?.[1]).toContain('notes-')
    expect(new Set(runs.map(([list]) => list)).size).toBe(1)
    expect(new Set(runs.map(([, search]) => search)).size).toBe(1)
  })
})
