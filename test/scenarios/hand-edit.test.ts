import { describe, expect, it } from 'vitest'
import { assistant, found, notesOf, recorded, said, testHome, turns, user } from './test-home.suite.ts'

const texts = turns(3).map(({ content }) => content)

function attached() {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', turns(3))
  const live = home.chatcli.sessions.open('tide-notes')
  const next = (content = 'said since'): void => {
    live.append([user(content), assistant(`${content}, answered`)])
    live.save()
  }
  return { home, live, next }
}

describe('a session file edited by hand while a surface is attached', () => {
  it('takes over a changed text, in place', () => {
    const { home, live, next } = attached()
    home.edit('tide-notes', (file) => {
      file.chat_history[2] = { ...file.chat_history[2], role: 'user', content: 'ebb question 1' }
    })
    next()
    const now = texts.with(2, 'ebb question 1')
    expect(said(home.surface(), 'tide-notes')).toEqual([...now, 'said since', 'said since, answered'])
    expect(live.takeNotices()).toContainEqual({ kind: 'changed-by-hand', removed: 0, changed: 1, added: 0 })
    expect(recorded(home.surface(), 'tide-notes')).toHaveLength(8)
    expect(notesOf(home.surface(), 'tide-notes')).toEqual([])
  })

  it('takes over an insertion', () => {
    const { home, next } = attached()
    home.edit('tide-notes', (file) => file.chat_history.splice(2, 0, user('by the way')))
    next()
    expect(said(home.surface(), 'tide-notes')).toEqual([
      ...texts.toSpliced(2, 0, 'by the way'),
      'said since',
      'said since, answered',
    ])
    expect(found(home.surface(), 'by the way')).toEqual(['tide-notes'])
  })

  it('takes over another order without losing or doubling a message', () => {
    const { home, next } = attached()
    home.edit('tide-notes', (file) => {
      const moved = file.chat_history.splice(0, 2)
      file.chat_history.push(...moved)
    })
    next()
    expect(said(home.surface(), 'tide-notes')).toEqual([
      ...texts.slice(2),
      ...texts.slice(0, 2),
      'said since',
      'said since, answered',
    ])
  })

  it('keeps lines that were written since the file was', () => {
    const { home, live } = attached()
    const file = home.text(home.session('tide-notes'))
    live.append([user('written since')])
    home.put(home.session('tide-notes'), file.replace('tide answer 0', 'tide answer zero'))
    live.append([user('and since')])
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([
      ...texts.with(1, 'tide answer zero'),
      'written since',
      'and since',
    ])
  })

  it('says what was changed to whoever loads the file before anybody wrote it again', () => {
    const { home } = attached()
    home.edit('tide-notes', (file) => {
      file.chat_history.splice(4, 1)
      file.chat_history.push(user('added'), user('added, too'))
    })
    const loaded = home.surface().sessions.load('tide-notes')
    expect(loaded.notes).toEqual([{ kind: 'changed-by-hand', removed: 1, changed: 0, added: 2 }])
    expect(loaded.messages.map(({ content }) => content)).toEqual([
      ...texts.toSpliced(4, 1),
      'added',
      'added, too',
    ])
  })

  it('takes over a title changed by hand', () => {
    const { home, live, next } = attached()
    home.edit('tide-notes', (file) => (file['title'] = 'Harbour days'))
    expect(home.surface().sessions.load('tide-notes').title).toBe('Harbour days')
    next()
    expect(home.surface().sessions.list().sessions[0]?.title).toBe('Harbour days')
    expect(live.state().title).toBe('Harbour days')
  })

  it('removes what was removed from search, pages and models, and shows it when asked to', () => {
    for (const isWritten of [false, true]) {
      const { home, next } = attached()
      home.edit('tide-notes', (file) => file.chat_history.splice(3, 1))
      if (isWritten) next('more')
      const chatcli = home.surface()
      expect(said(chatcli, 'tide-notes')).not.toContain('tide answer 1')
      expect(recorded(chatcli, 'tide-notes')[3]).toBe('removed: tide answer 1')
      const page = chatcli.page('tide-notes')
      expect(page.messages[3]).toMatchObject({ position: 3, state: 'removed' })
      expect(JSON.stringify(page)).not.toContain('tide answer 1')
      expect(JSON.stringify(chatcli.page('tide-notes', { removed: true }))).toContain('tide answer 1')
      const shown = (removed: boolean): string =>
        JSON.stringify(
          chatcli.search('"answer 1"', { limit: 20, removed }).sessions.map(({ messages }) => messages),
        )
      expect(shown(false)).not.toContain('answer 1')
      expect(shown(true)).toContain('answer 1')
      const lines = chatcli.transcripts.export('tide-notes', 'jsonl').text.trim().split('\n')
      expect(JSON.parse(lines[3] ?? '')).toMatchObject({ state: 'removed' })
    }
  })

  it('keeps several insertions together when nothing else is said, and in a fork', () => {
    const { home, live } = attached()
    home.edit('tide-notes', (file) => file.chat_history.splice(2, 0, user('one'), user('two'), user('three')))
    const expected = texts.toSpliced(2, 0, 'one', 'two', 'three')
    home.chatcli.sessions.fork('tide-notes', 'tide-fork')
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual(expected)
    expect(said(home.surface(), 'tide-fork')).toEqual(expected)
    expect(home.surface().sessions.record('tide-fork').messages).toHaveLength(9)
  })

  it('takes over attachments, cost and flags changed by hand', () => {
    const { home, live } = attached()
    live.set({ attachments: [{ context: 'map' }], cost: { total: 2 }, pinned: true })
    live.save()
    home.edit('tide-notes', (file) => {
      file['attachments'] = [{ context: 'chart' }]
      file['private'] = true
      delete file['pinned']
    })
    live.save()
    expect(home.json(home.session('tide-notes'))).toMatchObject({
      attachments: [{ context: 'chart' }],
      cost: { total: 2 },
      private: true,
    })
    expect(live.state().settings.pinned).toBe(false)
  })

  it('ignores a file that only looks different: other white space, other key order', () => {
    const { home } = attached()
    const file = home.json(home.session('tide-notes'))
    const backwards = Object.fromEntries(Object.entries(file).reverse())
    home.put(home.session('tide-notes'), JSON.stringify(backwards))
    expect(notesOf(home.surface(), 'tide-notes')).toEqual([])
    expect(said(home.surface(), 'tide-notes')).toEqual(texts)
  })

  it('goes on with its conversation, and overwrites nothing, while the file is no session at all', () => {
    const { home, live } = attached()
    home.put(home.session('tide-notes'), '{ "version": 2, "chat_his')
    live.append([user('said meanwhile')])
    expect(() => live.save()).toThrow(/cannot be read/)
    expect(home.text(home.session('tide-notes'))).toBe('{ "version": 2, "chat_his')
    expect(live.state().window).toHaveLength(7)
    expect(live.status).toBe('saved')
  })
})
