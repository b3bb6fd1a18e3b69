import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  assistant,
  found,
  HOME,
  notesOf,
  recorded,
  said,
  testHome,
  type TestHome,
  turns,
  user,
} from './test-home.suite.ts'

const texts = turns(2).map(({ content }) => content)

/** A line as the Go program writes it into a transcript. */
function goLine(message: object, ts = '2026-06-01T10:00:00Z'): string {
  return `${JSON.stringify({ ts, kind: 'msg', message })}\n`
}

/** What the Go program does to a session file: it keeps the fields it knows. */
function goSave(home: TestHome, name: string, more: object[], keep: readonly string[]): void {
  const { chat_history, ...file } = home.json(home.session(name)) as {
    chat_history: Record<string, unknown>[]
  }
  const plain = chat_history.map(({ role, content }) => ({ role, content }))
  const kept = Object.fromEntries(Object.entries(file).filter(([key]) => keep.includes(key)))
  home.put(home.session(name), { version: 2, ...kept, chat_history: [...plain, ...more] })
}

const newerGo = ['title', 'transcript_id', 'attachments']
const olderGo = ['title']

describe('files of the Go program', () => {
  it('loads, finds and continues a plain version 2 file', () => {
    const home = testHome()
    home.put(home.session('tide-notes'), { version: 2, title: 'Tides', chat_history: turns(2) })
    expect(home.chatcli.sessions.load('tide-notes')).toMatchObject({ title: 'Tides', notes: [] })
    expect(said(home.chatcli, 'tide-notes')).toEqual(texts)
    expect(found(home.chatcli, 'tide answer 1')).toEqual(['tide-notes'])
    expect(home.files().filter((path) => path.includes('transcripts'))).toEqual([])
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('from here')])
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'from here'])
    expect(home.json(home.session('tide-notes'))).toMatchObject({ version: 2, title: 'Tides', messages: 5 })
  })

  it('merges the histories of version 1, and drops the prompts each of them repeats', () => {
    const home = testHome()
    const prompt = { role: 'system', content: 'You are terse.' }
    home.put(home.session('v1-notes'), {
      chat_history: [prompt, user('chat q')],
      agent_history: [prompt, user('agent q')],
      coder_history: [assistant('coder a')],
      shared_memory: [user('shared q')],
    })
    expect(said(home.chatcli, 'v1-notes')).toEqual([
      'You are terse.',
      'chat q',
      'agent q',
      'coder a',
      'shared q',
    ])
    const live = home.chatcli.sessions.open('v1-notes')
    live.append([user('more')])
    live.save()
    expect(said(home.surface(), 'v1-notes')).toHaveLength(6)
    expect(home.json(home.session('v1-notes'))['agent_history']).toEqual([])
  })

  it('merges them by time when every message has one', () => {
    const home = testHome()
    const at = (minute: number, content: string) => ({
      ...user(content),
      created_at: `2026-05-01T10:0${minute}:00.000Z`,
    })
    home.put(home.session('v1-notes'), {
      chat_history: [at(1, 'one'), at(4, 'four')],
      agent_history: [at(2, 'two')],
    })
    expect(said(home.chatcli, 'v1-notes')).toEqual(['one', 'two', 'four'])
  })

  it('loads a bare array', () => {
    const home = testHome()
    home.put(home.session('old-notes'), turns(2))
    expect(said(home.chatcli, 'old-notes')).toEqual(texts)
    expect(home.chatcli.sessions.list().sessions[0]).toMatchObject({ messages: 4, title: 'tide question 0' })
  })

  it('reads its lines in our transcript: repeats are the same messages, the rest is new', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const path = home.transcript('tide-notes')
    home.add(
      path,
      [...turns(2), user('typed in Go'), assistant('answered in Go')].map((m) => goLine(m)).join(''),
    )
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'typed in Go', 'answered in Go'])
    expect(home.surface().sessions.record('tide-notes').damage).toEqual([])
    expect(home.surface().sessions.record('tide-notes').messages.at(-1)?.at).toBe(Date.UTC(2026, 5, 1, 10))
    expect(found(home.surface(), 'typed in Go')).toEqual(['tide-notes'])
    const live = home.surface().sessions.open('tide-notes')
    live.append([user('ours again')])
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([
      ...texts,
      'typed in Go',
      'answered in Go',
      'ours again',
    ])
  })

  it('changes nothing for its rewrite lines', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const line = { ts: '2026-06-01T10:00:00Z', kind: 'rewrite', hashes: ['a', 'b'] }
    home.add(home.transcript('tide-notes'), `${JSON.stringify(line)}\n`)
    const record = home.surface().sessions.record('tide-notes')
    expect(record.messages.map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live'])
    expect(record.damage).toEqual([])
  })

  it.each([
    ['keeps transcript_id', newerGo],
    ['drops even that', olderGo],
  ])('adopts its rewrite of a session file that %s', (_, keep) => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const path = home.transcript('tide-notes')
    const id = home.chatcli.sessions.list().sessions[0]?.id
    goSave(home, 'tide-notes', [user('typed in Go'), assistant('answered in Go')], keep)
    const expected = [...texts, 'typed in Go', 'answered in Go']
    const chatcli = home.surface()
    expect(said(chatcli, 'tide-notes')).toEqual(expected)
    expect(notesOf(chatcli, 'tide-notes')).toEqual(['changed-by-program'])
    expect(chatcli.sessions.list().sessions).toHaveLength(1)
    expect(chatcli.sessions.list().sessions[0]?.transcriptId).toBe(id)
    expect(found(chatcli, 'answered in Go')).toEqual(['tide-notes'])
    expect(recorded(chatcli, 'tide-notes')).toHaveLength(6)
    const live = chatcli.sessions.open('tide-notes')
    live.append([user('ours again')])
    live.save()
    live.close()
    expect(home.disk.list(join(HOME, 'transcripts'))).toEqual([path.split('/').at(-1)])
    expect(home.json(home.session('tide-notes'))).toMatchObject({ id, transcript_id: id })
    expect(said(home.surface(), 'tide-notes')).toEqual([...expected, 'ours again'])
    expect(notesOf(home.surface(), 'tide-notes')).toEqual([])
  })

  it.each([
    ['keeps transcript_id', newerGo],
    ['drops even that', olderGo],
  ])('adopts its rewrite under an attached surface that has gone on, when it %s', (_, keep) => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('ours, not saved yet')])
    goSave(home, 'tide-notes', [user('typed in Go')], keep)
    live.append([user('ours again')])
    live.save()
    live.close()
    const texts = said(home.surface(), 'tide-notes')
    expect(texts.toSorted()).toEqual(
      [
        ...turns(2).map(({ content }) => content),
        'typed in Go',
        'ours, not saved yet',
        'ours again',
      ].toSorted(),
    )
    expect(home.surface().sessions.list().total).toBe(1)
  })

  it('lists no second conversation after its rewrite, moves both files to the trash, and brings both back', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const id = home.chatcli.sessions.list().sessions[0]?.id
    goSave(home, 'tide-notes', [user('typed in Go')], olderGo)
    home.chatcli.sessions.delete('tide-notes')
    expect(home.surface().sessions.list().total).toBe(0)
    expect(home.disk.list(join(HOME, 'transcripts'))).toEqual([])
    home.surface().sessions.restore('tide-notes')
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'typed in Go'])
    expect(home.surface().sessions.list().sessions[0]?.transcriptId).toBe(id)
  })

  it('does not tie a file to the transcript of another conversation that had its name', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    home.put(home.session('tide-notes'), { version: 2, chat_history: turns(2, 'harbour') })
    const chatcli = home.surface()
    expect(said(chatcli, 'tide-notes')).toEqual(turns(2, 'harbour').map(({ content }) => content))
    const { sessions } = chatcli.sessions.list()
    expect(sessions.filter(({ interrupted }) => interrupted)).toHaveLength(1)
    expect(found(chatcli, '"tide question"')).toEqual([sessions.find(({ interrupted }) => interrupted)?.name])
  })

  it('reads no more for the tie than it must: a list of unchanged files reads the catalogue, and whether the home is sealed', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    goSave(home, 'tide-notes', [user('typed in Go')], olderGo)
    home.chatcli.sessions.list()
    const disk = home.disk.anotherProcess()
    const chatcli = home.surface({ disk })
    const before = disk.log.length
    expect(chatcli.sessions.list().total).toBe(1)
    const opened = disk.log.slice(before).filter(({ name }) => name === 'openRead')
    expect(opened.map(({ path }) => path)).toEqual([`${HOME}/home.json`, `${HOME}/state/catalogue.json`])
  })

  it('keeps the fields it has and we have not, and its message fields', () => {
    const home = testHome()
    const chat_history = [
      {
        ...user('look'),
        system_parts: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
        meta: { mode: 'chat', skill_collapsed: true },
      },
      {
        ...assistant(''),
        tool_calls: [{ id: 'c1', type: 'function', name: 'read', arguments: { path: 'a' }, raw: '{' }],
      },
      { role: 'tool', content: 'none', tool_call_id: 'c1', is_error: true, error_code: 'ENOENT' },
    ]
    home.put(home.session('tide-notes'), { version: 2, hub_thread: { id: 7 }, chat_history })
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('more')])
    live.save()
    const file = home.json(home.session('tide-notes')) as { chat_history: object[]; hub_thread: unknown }
    expect(file.hub_thread).toEqual({ id: 7 })
    expect(file.chat_history.slice(0, 3)).toMatchObject(chat_history)
  })
})
