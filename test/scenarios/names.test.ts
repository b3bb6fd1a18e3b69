import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ChatCli } from '../../src/index.ts'
import { failure, found, HOME, said, testHome, turns, user } from './test-home.suite.ts'

/** Every way a person gives a session a name. */
const waysIn: [string, (chatcli: ChatCli, name: string) => unknown][] = [
  ['save', (chatcli, name) => chatcli.sessions.save(name, turns(1))],
  ['save with force', (chatcli, name) => chatcli.sessions.save(name, turns(1), { force: true })],
  ['create', (chatcli, name) => chatcli.sessions.create({ name })],
  ['rename', (chatcli, name) => chatcli.sessions.rename('tide-notes', name)],
  ['fork', (chatcli, name) => chatcli.sessions.fork('tide-notes', name)],
  ['restore', (chatcli, name) => chatcli.sessions.restore('gone-notes', { as: name })],
]

/** Every way a session is asked for by name. */
const waysOut: [string, (chatcli: ChatCli, name: string) => unknown][] = [
  ['load', (chatcli, name) => chatcli.sessions.load(name)],
  ['record', (chatcli, name) => chatcli.sessions.record(name)],
  ['open', (chatcli, name) => chatcli.sessions.open(name)],
  ['page', (chatcli, name) => chatcli.page(name)],
  ['transcript search', (chatcli, name) => chatcli.transcripts.search(name, 'x')],
  ['transcript stats', (chatcli, name) => chatcli.transcripts.stats(name)],
  ['export', (chatcli, name) => chatcli.transcripts.export(name, 'md')],
  ['rename from', (chatcli, name) => chatcli.sessions.rename(name, 'fine')],
  ['fork from', (chatcli, name) => chatcli.sessions.fork(name, 'fine')],
]

const bad: [string, string][] = [
  ['', 'session'],
  ['con.json', 'session-con.json'],
  ['CON', 'session-CON'],
  ['nul.tar.gz', 'session-nul.tar.gz'],
  ['LPT9', 'session-LPT9'],
  ['a..b', 'a.b'],
  ['notes.', 'notes'],
  ['../../etc/passwd', 'etc-passwd'],
  ['..', 'session'],
  ['a/b', 'a-b'],
  ['a\\b', 'a-b'],
  ['.hidden', 'hidden'],
  ['-flag', 'flag'],
  ['with space', 'with-space'],
  ['documentação-site', 'documentacao-site'],
  ['refatoração legado', 'refatoracao-legado'],
  ['\u001B]0;x\u0007', '0-x'],
  ['a\u0000b', 'a-b'],
  ['日本', 'session'],
  ['x'.repeat(129), 'x'.repeat(100)],
]

function home() {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', turns(1))
  home.chatcli.sessions.save('gone-notes', turns(1, 'gone'))
  home.chatcli.sessions.delete('gone-notes')
  return home
}

describe.each(bad)('the name %j', (name, proposal) => {
  it('is refused wherever a name is given, with a valid form of it, and nothing changes', () => {
    const { chatcli, files } = home()
    const before = files()
    for (const [way, run] of waysIn) {
      const error = failure(() => run(chatcli, name))
      expect(error.code, way).toBe('invalid-name')
      expect(error.hint, way).toContain(`"${proposal}"`)
    }
    expect(files()).toEqual(before)
  })

  it('is refused wherever a session is asked for', () => {
    const { chatcli } = home()
    for (const [way, run] of waysOut) expect(failure(() => run(chatcli, name)).code, way).toBe('invalid-name')
  })

  it('cannot be deleted, restored or found either', () => {
    const { chatcli } = home()
    expect(failure(() => chatcli.sessions.delete(name)).code).toMatch(/invalid-name|not-found/)
    expect(failure(() => chatcli.sessions.delete(name, { purge: true })).code).toMatch(
      /invalid-name|not-found/,
    )
    expect(failure(() => chatcli.sessions.restore(name)).code).toMatch(/invalid-name|not-found/)
    expect(chatcli.sessions.exists(name)).toBe(false)
  })

  it('has a proposal that is accepted', () => {
    const { chatcli } = home()
    expect(chatcli.sessions.save(proposal, turns(1)).name).toBe(proposal)
  })
})

describe('names the program gives itself', () => {
  it.each(['autosave-plan', 'mcp-notes', 'Autosave-20260101-000000', 'MCP-x'])(
    '%s is refused to people',
    (name) => {
      for (const [, run] of waysIn) {
        const error = failure(() => run(home().chatcli, name))
        expect(error.code).toBe('invalid-name')
        expect(error.hint).toContain(`"my-${name}"`)
      }
    },
  )

  it('can be read, renamed away from, deleted and restored', () => {
    const home = testHome()
    home.put(home.session('mcp-x1'), turns(1))
    home.put(home.session('mcp-x2'), turns(2))
    const { sessions } = home.chatcli
    expect(sessions.list().sessions.map(({ machine }) => machine)).toEqual([true, true])
    expect(sessions.list({ machine: false }).total).toBe(0)
    expect(sessions.record('mcp-x1').machine).toBe(true)
    const live = sessions.open('mcp-x1')
    live.append([user('goes on')])
    live.save()
    live.close()
    expect(home.json(home.session('mcp-x1'))['machine']).toBe(true)
    expect(sessions.rename('mcp-x1', 'tide-notes')).toMatchObject({ machine: false })
    expect(sessions.fork('mcp-x2', 'tide-fork')).toMatchObject({ machine: false })
    sessions.delete('mcp-x2')
    expect(sessions.restore('mcp-x2').name).toBe('mcp-x2')
    expect(said(home.surface(), 'mcp-x2')).toHaveLength(4)
    expect(home.json(home.session('tide-notes'))['machine']).toBe(false)
  })
})

describe('names that differ in letter case only', () => {
  it('are one name for whoever gives it, and a session may change the case of its own', () => {
    const { chatcli, ...rest } = home()
    for (const [way, run] of waysIn.filter(([way]) => !/rename|force/.test(way))) {
      expect(failure(() => run(chatcli, 'Tide-Notes')).code, way).toBe('exists')
    }
    expect(chatcli.sessions.rename('tide-notes', 'Tide-Notes').name).toBe('Tide-Notes')
    expect(rest.disk.list(join(HOME, 'sessions'))).toEqual(['Tide-Notes.json'])
    expect(said(rest.surface(), 'Tide-Notes')).toHaveLength(2)
  })
})

describe('names inside files', () => {
  const evil = '../../etc/passwd'
  const touched = (home: ReturnType<typeof testHome>): string[] => {
    const paths = home.disk.log.map(({ path }) => path)
    return paths.filter((path) => !path.startsWith('/home/ada/.chatcli') && !/^\/(home(\/ada)?)?$/.test(path))
  }

  it.each([
    ['transcript_id', { transcript_id: evil }],
    ['id', { id: evil }],
    ['name', { name: evil, id: 'x', transcript_id: 'x' }],
    ['all three', { name: evil, id: evil, transcript_id: evil }],
    ['an id with a device name', { id: 'con.x', transcript_id: 'nul' }],
  ])('that lead elsewhere are not followed: %s', (_, fields) => {
    const home = testHome()
    home.put(home.session('tide-notes'), { version: 2, ...fields, chat_history: turns(1) })
    const { chatcli } = home
    expect(said(chatcli, 'tide-notes')).toHaveLength(2)
    expect(found(chatcli, 'tide answer')).toEqual(['tide-notes'])
    const live = chatcli.sessions.open('tide-notes')
    live.append([user('more')])
    live.save()
    live.close()
    chatcli.sessions.fork('tide-notes', 'tide-fork')
    chatcli.sessions.rename('tide-notes', 'sea-notes')
    chatcli.sessions.delete('sea-notes')
    chatcli.sessions.restore('sea-notes')
    expect(said(chatcli, 'sea-notes')).toHaveLength(3)
    expect(touched(home)).toEqual([])
    for (const name of home.disk.list(join(HOME, 'transcripts')))
      expect(name).toMatch(/^tr-[\w-]+\.jsonl$|^x\.jsonl$/)
  })

  it('in a note of the trash that lead elsewhere are not followed', () => {
    for (const change of [{ name: evil }, { transcript_id: evil }, { id: evil }, { restoring: evil }]) {
      for (const hasFile of [true, false]) {
        const home = testHome()
        home.chatcli.sessions.save('tide-notes', turns(1))
        const folder = join(HOME, 'trash', home.chatcli.sessions.delete('tide-notes').entry ?? '')
        if (!hasFile) home.remove(join(folder, 'tide-notes.json'))
        home.put(join(folder, 'why.json'), { ...home.json(join(folder, 'why.json')), ...change })
        for (const as of ['other', undefined]) {
          try {
            home.chatcli.sessions.restore('tide-notes', as === undefined ? {} : { as })
          } catch {
            // Refusing is fine, going elsewhere is not.
          }
        }
        expect(touched(home)).toEqual([])
      }
    }
  })

  it('in the folders, which nobody could have given, are listed as unreadable and left alone', () => {
    const home = testHome()
    home.put(join(HOME, 'sessions', 'a..b.json'), { version: 2, chat_history: turns(1) })
    home.put(join(HOME, 'sessions', 'with space.json'), { version: 2, chat_history: turns(1) })
    home.put(join(HOME, 'transcripts', 'a..b.jsonl'), 'x')
    const list = home.chatcli.sessions.list()
    expect(list.sessions).toEqual([])
    expect(list.unreadable.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'a..b invalid-name',
      'with space invalid-name',
    ])
  })
})

describe('a name given to a running conversation', () => {
  it('is checked like any other, and the conversation stays what it was when it is refused', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(1))
    const live = home.chatcli.sessions.create()
    live.append([user('nameless')])
    for (const [name, code] of [
      ['../evil', 'invalid-name'],
      ['autosave-20260101-000000', 'invalid-name'],
      ['Tide-Notes', 'exists'],
    ] as const) {
      expect(failure(() => live.bind(name)).code).toBe(code)
      expect(live.name).toBeUndefined()
    }
    live.bind('sea-notes')
    live.save()
    expect(said(home.surface(), 'sea-notes')).toEqual(['nameless'])
    expect(said(home.surface(), 'tide-notes')).toHaveLength(2)
  })
})
