import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, found, HOME, said, testHome, turns, user } from './test-home.suite.ts'

const broken: [string, string | Uint8Array, string][] = [
  ['a file of version 3', '{"version":3,"chat_history":[]}', 'newer-version'],
  ['half a file', '{"version":2,"chat_history":[{"role":"us', 'damaged'],
  ['an empty file', '', 'damaged'],
  ['null', 'null', 'damaged'],
  ['an object without a history', '{}', 'damaged'],
  ['a text', '"hello"', 'damaged'],
  ['a message without a role', '{"version":2,"chat_history":[{"content":"x"}]}', 'damaged'],
  ['bytes that are no UTF-8', Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), 'damaged'],
  ['NUL bytes', Buffer.alloc(1728), 'damaged'],
  ['an encrypted file', Buffer.from('CHATCLI_ENC_v1\n\x99\x80\xFF', 'latin1'), 'key'],
]

describe.each(broken)('%s', (_, content, code) => {
  function home() {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    home.put(home.session('old-notes'), content)
    return home
  }

  it('is named in the list, hides no other session, and is named when a search could not read it', () => {
    const { chatcli } = home()
    const list = chatcli.sessions.list()
    expect(list.sessions.map(({ name }) => name)).toEqual(['tide-notes'])
    expect(list.unreadable).toMatchObject([{ name: 'old-notes', code }])
    expect(list.unreadable[0]?.reason.length).toBeGreaterThan(10)
    const result = chatcli.search('tide answer')
    expect(result.sessions.map(({ name }) => name)).toEqual(['tide-notes'])
    expect(result.coverage.unreadable).toMatchObject([{ name: 'old-notes' }])
  })

  it('is an error to read, rename and fork, and nothing is made by it', () => {
    const { chatcli, files } = home()
    chatcli.sessions.list()
    const before = files()
    for (const run of [
      () => chatcli.sessions.load('old-notes'),
      () => chatcli.sessions.record('old-notes'),
      () => chatcli.sessions.open('old-notes'),
      () => chatcli.page('old-notes'),
      () => chatcli.sessions.rename('old-notes', 'new-notes'),
      () => chatcli.sessions.fork('old-notes', 'new-notes'),
    ]) {
      const error = failure(run)
      expect(error.code).toBe(code)
      expect(error.hint).not.toBe('')
    }
    expect(files()).toEqual(before)
  })

  it('is never overwritten: not by save, rename, fork or restore; by force it goes to the trash as it is', () => {
    const { chatcli, bytes, session, files } = home()
    const before = bytes(session('old-notes'))
    for (const run of [
      () => chatcli.sessions.save('old-notes', turns(1)),
      () => chatcli.sessions.save('OLD-notes', turns(1)),
      () => chatcli.sessions.rename('tide-notes', 'old-notes'),
      () => chatcli.sessions.fork('tide-notes', 'old-notes'),
    ])
      expect(failure(run).code).toBe('exists')
    chatcli.sessions.delete('tide-notes')
    expect(failure(() => chatcli.sessions.restore('tide-notes', { as: 'old-notes' })).code).toBe('exists')
    expect(bytes(session('old-notes'))).toEqual(before)
    chatcli.sessions.save('old-notes', turns(1, 'new'), { force: true })
    expect(said(chatcli, 'old-notes')).toEqual(['new question 0', 'new answer 0'])
    const trashed = files().find((path) => path.includes('/trash/') && path.endsWith('/old-notes.json'))
    expect(bytes(trashed ?? '')).toEqual(before)
  })
})

describe('a session of a later version', () => {
  it('R37: is refused with both versions named', () => {
    const home = testHome()
    home.put(home.session('new-notes'), { version: 3, chat_history: turns(1) })
    const { message, hint } = failure(() => home.chatcli.sessions.load('new-notes'))
    expect(message).toMatch(/version 3.*up to 2/)
    expect(hint).toMatch(/[Uu]pdate/)
  })

  it('that comes under an attached surface is not overwritten, and the turn is in the transcript', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(1))
    const path = home.transcript('tide-notes')
    const live = home.chatcli.sessions.open('tide-notes')
    home.put(home.session('tide-notes'), '{"version":3,"chat_history":[]}')
    live.append([user('still acknowledged')])
    expect(failure(() => live.save()).code).toBe('newer-version')
    expect(home.text(home.session('tide-notes'))).toBe('{"version":3,"chat_history":[]}')
    expect(home.text(path)).toContain('still acknowledged')
  })
})

describe('a transcript with lines of a later version', () => {
  function withNewerLine() {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(1))
    const path = home.transcript('tide-notes')
    const line = home
      .text(path)
      .split('\n')
      .find((line) => line.includes('tide answer 0'))
    const body = (line ?? '')
      .replace('"v":1', '"v":2')
      .replace(/"w":"[^"]+"/, '"w":"later"')
      .slice(0, -18)
    home.add(path, `\n${body},"crc":"${crcOf(body)}"}\n`)
    return { home, path }
  }

  it('R37: is read as far as it is understood, says so, and is not written to', () => {
    const { home, path } = withNewerLine()
    const before = home.bytes(path)
    const { notes, messages } = home.chatcli.sessions.load('tide-notes')
    expect(notes).toContainEqual({ kind: 'newer-lines', version: 2 })
    expect(messages).toHaveLength(2)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('goes elsewhere')])
    live.save()
    live.close()
    expect(home.bytes(path)).toEqual(before)
    expect(said(home.surface(), 'tide-notes')).toContain('goes elsewhere')
  })
})

describe('fields this program does not know', () => {
  it('survive in the session file, in messages, through save, rename, fork and another version of a known field', () => {
    const home = testHome()
    home.put(home.session('tide-notes'), {
      version: 2,
      x_top: { deep: [1, { a: null }] },
      cost: { total: 1 },
      chat_history: [{ ...user('hi'), x_message: 7, meta: { x_meta: true } }],
    })
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([{ role: 'user', content: 'new', x_new: 'kept' }])
    live.save()
    live.close()
    home.chatcli.sessions.rename('tide-notes', 'sea-notes')
    home.chatcli.sessions.fork('sea-notes', 'sea-fork')
    for (const name of ['sea-notes', 'sea-fork']) {
      const file = home.json(home.session(name)) as { chat_history: object[] }
      expect(file).toMatchObject({ x_top: { deep: [1, { a: null }] }, cost: { total: 1 } })
      expect(file.chat_history).toMatchObject([{ x_message: 7, meta: { x_meta: true } }, { x_new: 'kept' }])
    }
  })

  it('may be named like parts of JavaScript objects', () => {
    const home = testHome()
    const text = `{"version":2,"constructor":1,"toString":2,"chat_history":[{"role":"constructor","content":"hi","__proto__":{"x":1},"hasOwnProperty":3,"tool_calls":[{"id":"toString","name":"__proto__","arguments":{"__proto__":4}}]}]}`
    home.put(home.session('constructor'), text)
    const live = home.chatcli.sessions.open('constructor')
    live.append([user('more')])
    live.save()
    live.close()
    const after = home.text(home.session('constructor'))
    for (const piece of ['"constructor": 1', '"toString": 2', '"hasOwnProperty": 3', '"__proto__": 4'])
      expect(after).toContain(piece)
    expect(found(home.surface(), 'hi')).toEqual(['constructor'])
    expect(home.has(join(HOME, 'sessions', 'constructor.json'))).toBe(true)
  })
})

function crcOf(text: string): string {
  let crc = ~0
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (~crc >>> 0).toString(16).padStart(8, '0')
}
