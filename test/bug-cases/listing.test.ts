import { describe, expect, it } from 'vitest'
import { openChatCli } from '../../src/index.ts'
import { failure, found, HOME, said, testHome, turns, user } from '../scenarios/test-home.suite.ts'
import { saved, texts } from './saved-session.suite.ts'

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
