import { describe, expect, it } from 'vitest'
import { failure, HOME, said, testHome, turns, user } from './test-home.suite.ts'

function saved(...names: string[]) {
  const home = testHome()
  for (const name of names) home.chatcli.sessions.save(name, turns(1, name))
  return home
}

const namesOf = ({ chatcli }: ReturnType<typeof testHome>): string[] =>
  chatcli.sessions.list({ sort: 'name' }).sessions.map(({ name }) => name)

describe('names that differ in letter case only', () => {
  it('are two sessions where the disk says so, and none is renamed over the other', () => {
    const home = saved('foo')
    home.put(home.session('Foo'), { version: 2, chat_history: turns(1, 'upper') })
    for (const [from, to] of [
      ['Foo', 'foo'],
      ['foo', 'Foo'],
    ] as const)
      expect(failure(() => home.chatcli.sessions.rename(from, to)).code).toBe('exists')
    expect(said(home.surface(), 'foo')[0]).toBe('foo question 0')
    expect(said(home.surface(), 'Foo')[0]).toBe('upper question 0')
  })

  it('can be changed into each other when nobody has the other one', () => {
    const home = saved('foo')
    expect(home.chatcli.sessions.rename('foo', 'Foo').name).toBe('Foo')
    expect(namesOf(home)).toEqual(['Foo'])
    expect(said(home.surface(), 'Foo')).toHaveLength(2)
  })

  it('are one name to a forced save: the session that has it goes to the trash', () => {
    const home = saved('bare')
    home.chatcli.sessions.save('BARE', turns(1, 'new'), { force: true })
    expect(namesOf(home)).toEqual(['BARE'])
    expect(said(home.surface(), 'BARE')[0]).toBe('new question 0')
    expect(home.chatcli.sessions.trash()).toMatchObject([{ name: 'bare', reason: 'replaced' }])
  })
})

describe('a file with two names', () => {
  it('is shown under the one its transcript gives it', () => {
    const home = saved('foo')
    home.disk.link(home.session('foo'), home.session('bar'))
    expect(namesOf(home)).toEqual(['foo'])
  })

  it('is shown under the one it calls itself when there is no transcript', () => {
    const home = saved('foo')
    const transcript = home.transcript('foo')
    home.disk.link(home.session('foo'), home.session('bar'))
    home.remove(transcript)
    expect(namesOf(home)).toEqual(['foo'])
  })

  it('is shown under each when it calls itself something else', () => {
    const home = testHome()
    home.put(home.session('one'), { version: 2, chat_history: turns(1) })
    home.disk.link(home.session('one'), home.session('two'))
    expect(namesOf(home)).toEqual(['one', 'two'])
  })

  it('keeps none of a rename that the disk refused halfway', () => {
    const home = saved('foo')
    const process = home.disk.anotherProcess()
    process.failAt(1, 'EIO', { names: ['unlink'], path: 'foo.json' })
    expect(failure(() => home.surface({ disk: process }).sessions.rename('foo', 'bar')).code).toBe('storage')
    expect(home.disk.list(`${HOME}/sessions`)).toEqual(['foo.json'])
    expect(home.chatcli.sessions.rename('foo', 'bar').name).toBe('bar')
  })
})

describe('the hint about a taken name', () => {
  it('names only what the command has', () => {
    const home = saved('foo', 'bar')
    const { sessions } = home.chatcli
    const hints = {
      save: failure(() => sessions.save('foo', [user('again')])).hint,
      fork: failure(() => sessions.fork('bar', 'foo')).hint,
      rename: failure(() => sessions.rename('bar', 'foo')).hint,
    }
    sessions.delete('bar')
    sessions.save('bar', [user('again')])
    const restore = failure(() => sessions.restore('bar')).hint
    expect(hints.save).toContain('--force')
    expect(hints.fork).toBe('Choose another name.')
    expect(hints.rename).toBe('Choose another name.')
    expect(restore).toContain('--as NEW')
  })
})
