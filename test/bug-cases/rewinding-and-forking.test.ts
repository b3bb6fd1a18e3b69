import { describe, expect, it } from 'vitest'
import { found, said, testHome, user } from '../scenarios/test-home.suite.ts'
import { saved, texts } from './saved-session.suite.ts'

describe('rewinding and forking', () => {
  it('P22: what was rewound can be had back, and is in the record all the time', () => {
    const { home } = saved(4)
    const live = home.chatcli.sessions.open('tide-notes')
    const { window } = live.state()
    const ref = live.record({
      kind: 'rewrite',
      reason: 'rewind',
      removes: window.slice(2).map(({ ref }) => [ref[0], ref[1], ref[1]] as const),
      before: 8,
      after: 2,
      digest: '',
    })
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual(texts(1))
    const states = home
      .surface()
      .sessions.record('tide-notes')
      .messages.map(({ state }) => state)
    expect(states.filter((state) => state === 'rewound')).toHaveLength(6)
    expect(found(home.surface(), '"tide answer 3"')).toEqual(['tide-notes'])
    live.record({
      kind: 'rewrite',
      reason: 'undo',
      removes: [],
      undoes: ref,
      before: 2,
      after: 8,
      digest: '',
    })
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual(texts(4))
  })

  it('P23: a fork, a fork of the fork, and a second fork of the first each have all of it and an id of their own', () => {
    const { home } = saved(3)
    for (const [from, to] of [
      ['tide-notes', 'one'],
      ['one', 'two'],
      ['tide-notes', 'three'],
    ] as const)
      home.chatcli.sessions.fork(from, to)
    for (const name of ['one', 'two', 'three']) expect(said(home.surface(), name)).toEqual(texts(3))
    expect(new Set(home.chatcli.sessions.list().sessions.map(({ id }) => id)).size).toBe(4)
  })

  it('P25: a turn in a fork changes no byte of its parent', () => {
    const { home, path } = saved(2)
    home.chatcli.sessions.fork('tide-notes', 'fork')
    const before = [home.bytes(path), home.bytes(home.session('tide-notes'))]
    const live = home.chatcli.sessions.open('fork')
    live.append([user('in the fork')])
    live.save()
    live.close()
    expect([home.bytes(path), home.bytes(home.session('tide-notes'))]).toEqual(before)
  })

  it('P26: a fork of a single message is a session with that message', () => {
    const home = testHome()
    home.chatcli.sessions.save('one', [user('the only one')], {
      source: { tool: 'codex', cwd: '/home/ada/boats' },
    })
    const fork = home.chatcli.sessions.fork('one', 'two')
    expect(fork).toMatchObject({
      messages: 1,
      title: 'the only one',
      source: { tool: 'codex', cwd: '/home/ada/boats' },
    })
    expect(said(home.surface(), 'two')).toEqual(['the only one'])
  })

  it('R20: a fork says whose it is, and a name or title given later is found', () => {
    const { home } = saved(2)
    home.chatcli.sessions.fork('tide-notes', 'fork')
    home.chatcli.sessions.rename('fork', 'lighthouse-keepers')
    expect(found(home.surface(), 'lighthouse keepers')).toContain('lighthouse-keepers')
    const record = home.surface().sessions.record('lighthouse-keepers')
    expect(record.family).toBe(home.surface().sessions.record('tide-notes').id)
    expect(
      home
        .surface()
        .sessions.list()
        .sessions.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['lighthouse-keepers', 'tide-notes'])
  })

  it('R74: a fork keeps order and times', () => {
    const home = testHome()
    const dated = Array.from({ length: 20 }, (_, k) => ({
      ...user(`message ${k}`),
      created_at: new Date(Date.UTC(2026, 0, 20 - k)).toISOString(),
    }))
    home.chatcli.sessions.save('dated', dated)
    home.chatcli.sessions.fork('dated', 'fork')
    const facts = (name: string) =>
      home
        .surface()
        .sessions.record(name)
        .messages.map(({ at, message }) => [at, message.content])
    expect(facts('fork')).toEqual(dated.map(({ created_at, content }) => [Date.parse(created_at), content]))
    expect(facts('fork')).toEqual(facts('dated'))
  })
})
