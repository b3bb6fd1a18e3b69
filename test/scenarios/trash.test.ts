import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, found, HOME, said, testHome, turns, user } from './test-home.suite.ts'

const SECRET = 'zanzibar'

function saved() {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', turns(2, SECRET), { title: `${SECRET} title` })
  home.chatcli.sessions.save('sea-notes', turns(1))
  return home
}

/** Files under the home that hold these words, in their name or their bytes. */
function filesWith(home: ReturnType<typeof testHome>, words: string): string[] {
  return home.files().filter((path) => path.includes(words) || home.bytes(path).includes(words))
}

describe('a deleted session', () => {
  it('is gone from list, search and reading, and is in the trash', () => {
    const home = saved()
    expect(found(home.chatcli, SECRET)).toEqual(['tide-notes'])
    const { entry } = home.chatcli.sessions.delete('tide-notes')
    for (const chatcli of [home.chatcli, home.surface()]) {
      expect(chatcli.sessions.list().sessions.map(({ name }) => name)).toEqual(['sea-notes'])
      expect(found(chatcli, SECRET)).toEqual([])
      expect(chatcli.sessions.exists('tide-notes')).toBe(false)
      expect(failure(() => chatcli.sessions.load('tide-notes')).code).toBe('not-found')
      expect(failure(() => chatcli.sessions.delete('tide-notes')).code).toBe('not-found')
      expect(chatcli.sessions.trash()).toMatchObject([{ entry, name: 'tide-notes', reason: 'deleted' }])
    }
    expect(home.disk.list(join(HOME, 'transcripts'))).toHaveLength(1)
  })

  it('comes back with its session file as it was and every byte of its transcript', () => {
    const home = saved()
    const transcript = home.transcript('tide-notes')
    const before = home.bytes(transcript)
    const loaded = home.chatcli.sessions.load('tide-notes')
    const summary = home.chatcli.sessions.list().sessions.find(({ name }) => name === 'tide-notes')
    const { entry } = home.chatcli.sessions.delete('tide-notes')
    const inTrash = home.bytes(join(HOME, 'trash', entry ?? '', transcript.split('/').at(-1) ?? ''))
    expect(inTrash.subarray(0, before.length)).toEqual(before)
    const restored = home.chatcli.sessions.restore('tide-notes')
    expect(home.bytes(transcript).subarray(0, inTrash.length)).toEqual(inTrash)
    expect({ ...restored, size: 0 }).toEqual({ ...summary, size: 0 })
    expect(home.surface().sessions.load('tide-notes')).toEqual(loaded)
    expect(found(home.surface(), SECRET)).toEqual(['tide-notes'])
    expect(home.chatcli.sessions.trash()).toEqual([])
  })

  it('comes back under another name when its own is taken, and takes nobody the name', () => {
    const home = saved()
    home.chatcli.sessions.delete('tide-notes')
    home.chatcli.sessions.save('Tide-Notes', turns(1, 'other'))
    expect(failure(() => home.chatcli.sessions.restore('tide-notes')).code).toBe('exists')
    expect(home.chatcli.sessions.restore('tide-notes', { as: 'tide-again' }).name).toBe('tide-again')
    expect(said(home.surface(), 'tide-again')).toEqual(turns(2, SECRET).map(({ content }) => content))
    expect(said(home.surface(), 'Tide-Notes')).toEqual(turns(1, 'other').map(({ content }) => content))
    expect(home.json(home.session('tide-again'))['name']).toBe('tide-again')
  })

  it('is the last one of its name when several were deleted; each can be named by its entry', () => {
    const home = saved()
    const first = home.chatcli.sessions.delete('tide-notes').entry
    home.chatcli.sessions.save('tide-notes', turns(1, 'second'))
    home.chatcli.sessions.delete('tide-notes')
    home.chatcli.sessions.restore('tide-notes')
    expect(said(home.chatcli, 'tide-notes')[0]).toBe('second question 0')
    home.chatcli.sessions.restore(first ?? '', { as: 'tide-first' })
    expect(said(home.chatcli, 'tide-first')[0]).toBe(`${SECRET} question 0`)
  })

  it('can be a file without a transcript, or one that cannot be read: it comes back byte for byte', () => {
    for (const content of [JSON.stringify(turns(1)), '{"version":2,"chat']) {
      const home = testHome()
      home.put(home.session('old-notes'), content)
      home.chatcli.sessions.delete('old-notes')
      expect(home.has(home.session('old-notes'))).toBe(false)
      try {
        home.chatcli.sessions.restore('old-notes')
      } catch (error) {
        // The summary of an unreadable session cannot be given.
        expect((error as { code: string }).code).toMatch(/not-found|damaged/)
      }
      expect(home.text(home.session('old-notes'))).toBe(content)
    }
  })

  it('can be a file with a name nobody could give: it is in the trash, and comes back under a valid one', () => {
    const home = testHome()
    home.put(home.session('a..b'), { version: 2, chat_history: turns(1) })
    home.chatcli.sessions.delete('a..b')
    expect(home.chatcli.sessions.trash()).toMatchObject([{ name: 'a..b' }])
    expect(failure(() => home.chatcli.sessions.restore('a..b')).code).toBe('invalid-name')
    expect(home.chatcli.sessions.restore('a..b', { as: 'a.b' }).name).toBe('a.b')
    expect(said(home.surface(), 'a.b')).toHaveLength(2)
  })

  it('can be renamed and forked again after it came back', () => {
    const home = saved()
    home.chatcli.sessions.delete('tide-notes')
    home.chatcli.sessions.restore('tide-notes')
    home.chatcli.sessions.rename('tide-notes', 'tide-two')
    home.chatcli.sessions.fork('tide-two', 'tide-three')
    expect(said(home.surface(), 'tide-three')).toHaveLength(4)
    expect(home.chatcli.sessions.list().total).toBe(3)
  })
})

describe('a purged session', () => {
  it('leaves no word of it in any file under the home', () => {
    const home = saved()
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user(`more about ${SECRET}`)])
    live.save()
    live.close()
    home.chatcli.sessions.list()
    found(home.chatcli, SECRET)
    expect(filesWith(home, SECRET).length).toBeGreaterThan(1)
    expect(home.chatcli.sessions.delete('tide-notes', { purge: true }).entry).toBeUndefined()
    expect(filesWith(home, SECRET)).toEqual([])
    expect(found(home.surface(), SECRET)).toEqual([])
    expect(filesWith(home, SECRET)).toEqual([])
    expect(said(home.surface(), 'sea-notes')).toHaveLength(2)
  })

  it('is purged from the trash too', () => {
    const home = saved()
    home.chatcli.sessions.list()
    home.chatcli.sessions.delete('tide-notes')
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(filesWith(home, SECRET)).toEqual([])
    expect(home.chatcli.sessions.trash()).toEqual([])
    expect(failure(() => home.chatcli.sessions.restore('tide-notes')).code).toBe('not-found')
  })

  it('leaves a fork of it whole', () => {
    const home = saved()
    home.chatcli.sessions.fork('tide-notes', 'tide-fork')
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(said(home.surface(), 'tide-fork')).toHaveLength(4)
    expect(home.surface().sessions.list().total).toBe(2)
  })

  it.each([false, true])(
    'is never seeded again under its id by a file that somebody puts back (purge %s)',
    (purge) => {
      const home = saved()
      const file = home.bytes(home.session('tide-notes'))
      const { id } = home.chatcli.sessions.load('tide-notes')
      home.chatcli.sessions.delete('tide-notes', { purge })
      home.put(home.session('back-again'), file)
      expect(said(home.chatcli, 'back-again')).toHaveLength(4)
      const live = home.chatcli.sessions.open('back-again')
      live.append([user('since')])
      live.save()
      live.close()
      expect(live.transcriptId).not.toBe(id)
      expect(home.has(join(HOME, 'transcripts', `${id}.jsonl`))).toBe(false)
      expect(said(home.surface(), 'back-again')).toHaveLength(5)
      if (purge) return
      home.chatcli.sessions.restore('tide-notes')
      expect(said(home.surface(), 'tide-notes')).toHaveLength(4)
      expect(said(home.surface(), 'back-again')).toHaveLength(5)
    },
  )
})
