import { describe, expect, it } from 'vitest'
import { assistant, failure, said, testHome, turns, user } from './test-home.suite.ts'

function saved() {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', turns(2), { title: 'Tides' })
  const live = home.chatcli.sessions.open('tide-notes')
  live.set({
    attachments: [{ context: 'map', priority: 2 }],
    cost: { session: 'c1' },
    archive_keys: ['k1', 'k2'],
    private: true,
  })
  live.save()
  live.close()
  return home
}

describe('a fork', () => {
  it('keeps title, attachments, cost, archive keys and the private flag, and says what it was forked from', () => {
    const home = saved()
    const { id } = home.chatcli.sessions.load('tide-notes')
    expect(home.chatcli.sessions.fork('tide-notes', 'tide-fork')).toMatchObject({
      title: 'Tides',
      messages: 4,
      private: true,
    })
    const fork = home.json(home.session('tide-fork'))
    const parent = home.json(home.session('tide-notes'))
    for (const key of ['title', 'attachments', 'cost', 'archive_keys', 'private'])
      expect(fork[key]).toEqual(parent[key])
    expect(fork['id']).not.toBe(id)
    expect(fork['transcript_id']).not.toBe(parent['transcript_id'])
    expect(home.chatcli.sessions.record('tide-fork')).toMatchObject({ family: id })
    expect(home.text(home.transcript('tide-fork'))).toContain(
      `"forked-from","data":{"id":"${id}","name":"tide-notes"`,
    )
    expect(said(home.surface(), 'tide-fork')).toEqual(said(home.surface(), 'tide-notes'))
  })

  it('is its own timeline: neither writes a byte of the other', () => {
    const home = saved()
    home.chatcli.sessions.fork('tide-notes', 'tide-fork')
    const parent = [home.session('tide-notes'), home.transcript('tide-notes')]
    const before = parent.map(home.bytes)
    const fork = home.chatcli.sessions.open('tide-fork')
    fork.append([user('only here'), assistant('yes')])
    fork.save()
    fork.close()
    expect(parent.map(home.bytes)).toEqual(before)
    expect(said(home.surface(), 'tide-notes')).toHaveLength(4)
    expect(said(home.surface(), 'tide-fork')).toHaveLength(6)
  })

  it('of a fork of a fork, and of the first again, has the whole history and one family', () => {
    const home = saved()
    const { id } = home.chatcli.sessions.load('tide-notes')
    const names = ['tide-notes', 'fork-1', 'fork-2', 'fork-3']
    for (let k = 1; k < names.length; k++) {
      home.chatcli.sessions.fork(names[k - 1] ?? '', names[k] ?? '')
      const live = home.chatcli.sessions.open(names[k] ?? '')
      live.append([user(`said in ${names[k]}`)])
      live.save()
      live.close()
    }
    home.chatcli.sessions.fork('tide-notes', 'fork-again')
    expect(said(home.surface(), 'fork-3').slice(4)).toEqual([
      'said in fork-1',
      'said in fork-2',
      'said in fork-3',
    ])
    expect(said(home.surface(), 'fork-again')).toHaveLength(4)
    const list = home.surface().sessions.list().sessions
    expect(new Set(list.map(({ id }) => id)).size).toBe(5)
    for (const { name } of list) expect(home.surface().sessions.record(name).family).toBe(id)
    const { sessions } = home.surface().search('"tide question 1"')
    expect(sessions).toHaveLength(1)
    expect([sessions[0]?.name ?? '', ...(sessions[0]?.alsoIn ?? [])].toSorted()).toEqual(
      ['tide-notes', 'fork-1', 'fork-2', 'fork-3', 'fork-again'].toSorted(),
    )
    for (const gone of ['tide-notes', 'fork-1', 'fork-2']) home.chatcli.sessions.delete(gone, { purge: true })
    expect(said(home.surface(), 'fork-3')).toHaveLength(7)
  })

  it('keeps what can be undone: a rewind in the parent can be taken back in the fork', () => {
    const home = saved()
    const live = home.chatcli.sessions.open('tide-notes')
    const { window } = live.state()
    const ref = live.record({
      kind: 'rewrite',
      reason: 'rewind',
      removes: window.slice(2).map(({ ref }) => [ref[0], ref[1], ref[1]] as const),
      before: 4,
      after: 2,
      digest: '',
    })
    live.save()
    live.close()
    expect(said(home.surface(), 'tide-notes')).toHaveLength(2)
    home.chatcli.sessions.fork('tide-notes', 'tide-fork')
    const fork = home.surface().sessions.open('tide-fork')
    fork.record({
      kind: 'rewrite',
      reason: 'undo',
      removes: [],
      undoes: ref,
      before: 2,
      after: 4,
      digest: '',
    })
    fork.save()
    expect(said(home.surface(), 'tide-fork')).toHaveLength(4)
    expect(said(home.surface(), 'tide-notes')).toHaveLength(2)
  })

  it('needs a name of its own, and a parent', () => {
    const { chatcli } = saved()
    chatcli.sessions.save('sea-notes', turns(1))
    expect(failure(() => chatcli.sessions.fork('tide-notes', 'sea-notes')).code).toBe('exists')
    expect(failure(() => chatcli.sessions.fork('tide-notes', 'tide-notes')).code).toBe('exists')
    expect(failure(() => chatcli.sessions.fork('nothing', 'new-notes')).code).toBe('not-found')
    expect(said(chatcli, 'sea-notes')).toHaveLength(2)
  })

  it('of a file without a transcript leaves that file as it is', () => {
    const home = testHome()
    home.put(home.session('old-notes'), { version: 2, chat_history: turns(2) })
    const before = home.bytes(home.session('old-notes'))
    home.chatcli.sessions.fork('old-notes', 'new-notes')
    expect(home.bytes(home.session('old-notes'))).toEqual(before)
    expect(said(home.surface(), 'new-notes')).toHaveLength(4)
    expect(home.surface().sessions.list().total).toBe(2)
  })
})
