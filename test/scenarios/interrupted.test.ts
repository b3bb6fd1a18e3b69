import { describe, expect, it } from 'vitest'
import { failure, found, said, testHome, turns, user } from './test-home.suite.ts'

/** A conversation whose process was killed before anybody gave it a name. */
function interrupted() {
  const home = testHome()
  const live = home.chatcli.sessions.create()
  live.append(turns(1, 'estuary'))
  live.append([user('the last words')])
  return home
}

describe('a transcript without a session', () => {
  const started = '2026-06-01T12:00:0'
  const name = (home: ReturnType<typeof testHome>): string =>
    home.chatcli.sessions.list().sessions[0]?.name ?? ''

  it('is listed as an autosave of the time it began, and found', () => {
    const home = interrupted()
    const { sessions } = home.chatcli.sessions.list()
    expect(sessions).toHaveLength(1)
    expect(sessions[0]).toMatchObject({
      interrupted: true,
      machine: true,
      messages: 3,
      title: 'estuary question 0',
    })
    expect(new Date(sessions[0]?.createdAt ?? 0).toISOString()).toContain(started)
    expect(sessions[0]?.name).toMatch(/^autosave-\d{8}-\d{6}$/)
    expect(found(home.surface(), 'last words')).toEqual([sessions[0]?.name])
    expect(said(home.surface(), sessions[0]?.name ?? '')).toHaveLength(3)
    expect(home.surface().page(sessions[0]?.name ?? '').total).toBe(3)
    expect(home.chatcli.sessions.exists(sessions[0]?.name ?? '')).toBe(true)
  })

  it('gets a name by rename, and is a session like any other from then on', () => {
    const home = interrupted()
    const renamed = home.chatcli.sessions.rename(name(home), 'estuary-notes')
    expect(renamed).toMatchObject({ name: 'estuary-notes', interrupted: false, machine: false, messages: 3 })
    expect(home.surface().sessions.list().total).toBe(1)
    expect(said(home.surface(), 'estuary-notes').at(-1)).toBe('the last words')
    const live = home.surface().sessions.open('estuary-notes')
    live.append([user('and more')])
    live.save()
    expect(said(home.surface(), 'estuary-notes')).toHaveLength(4)
  })

  it('can be gone on with, forked, exported, deleted, restored and purged', () => {
    const home = interrupted()
    home.chatcli.sessions.fork(name(home), 'estuary-fork')
    expect(said(home.surface(), 'estuary-fork')).toHaveLength(3)
    home.chatcli.sessions.delete('estuary-fork', { purge: true })
    const old = name(home)
    expect(home.chatcli.transcripts.export(old, 'jsonl').entries).toBe(3)
    expect(home.chatcli.transcripts.stats(old)).toMatchObject({ messages: 3, source: 'journal' })
    home.chatcli.sessions.delete(old)
    expect(home.surface().sessions.list().total).toBe(0)
    home.chatcli.sessions.restore(old)
    expect(said(home.surface(), old)).toHaveLength(3)
    home.chatcli.sessions.delete(old, { purge: true })
    expect(home.surface().sessions.list().total).toBe(0)
    for (const path of home.files()) expect(home.bytes(path).includes('estuary'), path).toBe(false)
  })

  it('with no message, or one that was deleted, is not listed', () => {
    const home = testHome()
    home.chatcli.sessions
      .create()
      .record({ kind: 'mark', mark: 'checkpoint', data: { label: 'x', last: null, digest: '' } })
    expect(home.chatcli.sessions.list().total).toBe(0)
    expect(failure(() => home.chatcli.sessions.load('autosave-20260601-120000')).code).toBe('not-found')
  })

  it('gets a name of its own when several began in the same second', () => {
    const home = testHome()
    for (let k = 0; k < 20; k++) {
      home.clock.now = Date.UTC(2026, 5, 1, 12)
      home
        .surface()
        .sessions.create()
        .append([user(`conversation ${k}`)])
    }
    const names = home.chatcli.sessions.list().sessions.map(({ name }) => name)
    expect(new Set(names).size).toBe(20)
    for (const name of names) expect(said(home.chatcli, name)).toHaveLength(1)
  })

  it('that was named but whose session file never came is found under the name it can be read by', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create({ name: 'estuary-notes' })
    live.append([user('before the power went')])
    const [hit] = home.surface().search('power').sessions
    expect(said(home.surface(), hit?.name ?? '')).toEqual(['before the power went'])
    home.chatcli.sessions.rename(hit?.name ?? '', 'estuary-notes')
    expect(said(home.surface(), 'estuary-notes')).toEqual(['before the power went'])
  })
})

describe('a private conversation', () => {
  it('says so in list, session file and record, from its transcript alone too, until that is taken back', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create()
    live.append([user('between us')])
    live.set({ private: true })
    const [row] = home.chatcli.sessions.list().sessions
    expect(row).toMatchObject({ private: true, interrupted: true })
    home.chatcli.sessions.rename(row?.name ?? '', 'quiet')
    expect(home.json(home.session('quiet'))['private']).toBe(true)
    expect(home.surface().sessions.record('quiet').private).toBe(true)
    expect(home.surface().sessions.list().sessions[0]?.private).toBe(true)
    const again = home.surface().sessions.open('quiet')
    again.set({ private: false })
    again.save()
    again.close()
    expect(home.surface().sessions.list().sessions[0]?.private).toBe(false)
    expect(home.surface().sessions.record('quiet').private).toBe(false)
  })
})
