import { describe, expect, it } from 'vitest'
import { assistant, failure, found, HOME, said, testHome, turns, user } from './test-home.suite.ts'

describe('several surfaces on one session', () => {
  it('makes one transcript when two of them open a session without one at the same moment', () => {
    const home = testHome()
    home.put(home.session('tide-notes'), { version: 2, chat_history: turns(2) })
    const a = home.chatcli.sessions.open('tide-notes')
    const b = home.surface().sessions.open('tide-notes')
    a.append([user('from a')])
    b.append([user('from b')])
    a.save()
    b.save()
    expect(home.disk.list(`${HOME}/transcripts`)).toHaveLength(1)
    const expected = [...turns(2).map(({ content }) => content), 'from a', 'from b']
    expect(said(home.chatcli, 'tide-notes')).toEqual(expected)
    expect(home.chatcli.sessions.record('tide-notes').messages).toHaveLength(6)
    expect(home.chatcli.sessions.list().total).toBe(1)
    expect(a.takeNotices()).toContainEqual({ kind: 'caught-up', messages: 1 })
  })

  it('keeps the turns of both when they alternate, and when both answer the same turn', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(1))
    const a = home.chatcli.sessions.open('tide-notes')
    const b = home.surface().sessions.open('tide-notes')
    for (let k = 0; k < 5; k++) {
      a.append([user(`a asks ${k}`), assistant(`a hears ${k}`)])
      a.save()
      b.append([user(`b asks ${k}`), assistant(`b hears ${k}`)])
      b.save()
    }
    a.append([user('both'), assistant('one answer')])
    b.append([user('both'), assistant('another answer')])
    b.save()
    a.save()
    const texts = said(home.surface(), 'tide-notes')
    expect(texts).toHaveLength(2 + 20 + 4)
    expect(texts.slice(-4)).toEqual(['both', 'one answer', 'both', 'another answer'])
    b.catchUp()
    expect(b.state().window.map(({ message }) => message.content)).toEqual(texts)
  })

  it('gives a name to the first of two that make it at the same moment; the other is told, and keeps its conversation', () => {
    const home = testHome()
    const a = home.surface().sessions.create({ name: 'tide-notes' })
    const b = home.surface().sessions.create({ name: 'tide-notes' })
    a.append([user('from a')])
    b.append([user('from b')])
    a.save()
    expect(failure(() => b.save()).code).toBe('conflict')
    expect(said(home.surface(), 'tide-notes')).toEqual(['from a'])
    b.bind('sea-notes')
    b.save()
    expect(said(home.surface(), 'sea-notes')).toEqual(['from b'])
    expect(home.surface().sessions.list().total).toBe(2)
  })

  it('takes over a hand edit once when two are attached', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const [a, b] = [home.surface().sessions.open('tide-notes'), home.surface().sessions.open('tide-notes')]
    a.append([user('from a')])
    b.append([user('from b')])
    a.save()
    b.save()
    home.edit('tide-notes', (file) =>
      file.chat_history.splice(1, 1, user('by hand'), assistant('also by hand')),
    )
    a.append([user('a again')])
    b.append([user('b again')])
    a.save()
    b.save()
    a.save()
    const expected = ['tide question 0', 'by hand', 'also by hand', 'tide question 1', 'tide answer 1']
    expect(said(home.surface(), 'tide-notes')).toEqual([
      ...expected,
      'from a',
      'from b',
      'a again',
      'b again',
    ])
    expect(
      home
        .surface()
        .sessions.record('tide-notes')
        .messages.filter(({ state }) => state === 'live'),
    ).toHaveLength(9)
  })

  it('says "deleted elsewhere" to a bound surface, which keeps the conversation and never revives the name', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const bound = home.surface().sessions.open('tide-notes')
    bound.append([user('before it was deleted')])
    bound.save()
    home.chatcli.sessions.delete('tide-notes')
    const { where } = bound.append([user('after it was deleted')])
    expect(where).toBe('transcript')
    expect(bound.save()).toBe(false)
    expect(bound.takeNotices()).toContainEqual({ kind: 'deleted-elsewhere', name: 'tide-notes' })
    expect(bound.name).toBeUndefined()
    expect(bound.state().window).toHaveLength(6)
    bound.close()
    expect(home.has(home.session('tide-notes'))).toBe(false)
    const list = home.surface().sessions.list().sessions
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ interrupted: true, messages: 6 })
    const other = home.surface().sessions.restore('tide-notes')
    expect(other.name).toBe('tide-notes')
    // The line that found the file moved away is in both: the surface could not know who would keep it.
    expect(said(home.surface(), 'tide-notes').slice(0, 5)).toEqual([
      ...turns(2).map(({ content }) => content),
      'before it was deleted',
    ])
  })

  it('does not give a deleted name back when another session took it meanwhile', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const bound = home.surface().sessions.open('tide-notes')
    bound.append([user('mine')])
    bound.save()
    home.chatcli.sessions.save('tide-notes', turns(1, 'harbour'), { force: true })
    bound.append([user('mine again')])
    bound.save()
    expect(said(home.chatcli, 'tide-notes')).toEqual(turns(1, 'harbour').map(({ content }) => content))
    expect(bound.state().window.map(({ message }) => message.content)).toContain('mine again')
    expect(bound.takeNotices()).toContainEqual({ kind: 'deleted-elsewhere', name: 'tide-notes' })
  })

  it('takes a bound surface along when the session is renamed', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const bound = home.surface().sessions.open('tide-notes')
    bound.append([user('before')])
    bound.save()
    home.chatcli.sessions.rename('tide-notes', 'sea-notes')
    bound.append([user('after')])
    expect(bound.save()).toBe(true)
    expect(bound.name).toBe('sea-notes')
    expect(bound.takeNotices()).toContainEqual({
      kind: 'renamed-elsewhere',
      from: 'tide-notes',
      to: 'sea-notes',
    })
    expect(home.has(home.session('tide-notes'))).toBe(false)
    expect(said(home.chatcli, 'sea-notes').slice(-2)).toEqual(['before', 'after'])
    expect(home.chatcli.sessions.list().total).toBe(1)
  })

  it('loses no acknowledged turn when the session is purged under an append', () => {
    const calls = new Set<number>()
    for (let at = 1; ; at++) {
      const home = testHome()
      home.chatcli.sessions.save('tide-notes', turns(1))
      const disk = home.disk.anotherProcess()
      const bound = home.surface({ disk }).sessions.open('tide-notes')
      let call = 0
      let purged = false
      disk.beforeCall(() => {
        if (++call !== at) return
        purged = true
        home.surface().sessions.delete('tide-notes', { purge: true })
      })
      bound.append([user('kept words')])
      disk.beforeCall(undefined)
      if (!purged) break
      calls.add(at)
      bound.append([user('later words')])
      bound.save()
      bound.close()
      expect(home.has(home.session('tide-notes')), `purged before call ${at}`).toBe(false)
      const [name = ''] = found(home.surface(), 'kept words')
      expect(said(home.surface(), name), `purged before call ${at}`).toEqual([
        'tide question 0',
        'tide answer 0',
        'kept words',
        'later words',
      ])
    }
    expect(calls.size).toBeGreaterThan(4)
  })

  it('leaves the open turn of another living writer out of a fork, and closes it to nobody', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(1))
    const busy = home.surface().sessions.open('tide-notes')
    const turn = busy.newTurn()
    busy.append([user('half said')], { turn, end: false })
    home.chatcli.sessions.fork('tide-notes', 'tide-fork')
    busy.append([assistant('the other half')], { turn })
    busy.save()
    expect(said(home.chatcli, 'tide-fork')).toEqual(['tide question 0', 'tide answer 0'])
    expect(home.chatcli.sessions.record('tide-fork').messages).toHaveLength(2)
    expect(said(home.chatcli, 'tide-notes').slice(-2)).toEqual(['half said', 'the other half'])
  })
})
