import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltChat, builtChat, builtCli } from '../../../../test/chat/built-chat.suite.ts'
import { openTerminal, type Terminal, type TerminalOptions } from '../../../../test/chat/terminal.suite.ts'

const up = '\u001B[A'
const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`
const marks = (terminal: Terminal): string[] => terminal.raw().match(/\u001B\[\?2004[hl]/g) ?? []

let chat: BuiltChat
let open: Terminal[]

beforeEach(async () => {
  chat = await builtChat()
  open = []
})
afterEach(async () => {
  for (const terminal of open) terminal.hangUp()
  await Promise.all(open.map((terminal) => terminal.ended))
  await chat.close()
})

async function start(more: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const env = { ...chat.environment, ...more.env }
  const terminal = await openTerminal({
    command: [process.execPath, builtCli()],
    cwd: chat.root,
    ...more,
    env,
  })
  open.push(terminal)
  await terminal.shows('fake-model>')
  return terminal
}

async function leave(terminal: Terminal): Promise<void> {
  terminal.type('\u0004')
  expect(await terminal.ended).toBe(0)
}

const history = (path = join(chat.home, 'state', 'history')): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

describe('typing in a terminal', () => {
  it('keeps a paste in one piece, and says so to the terminal while it is there', async () => {
    const terminal = await start()
    terminal.type(paste('first line\r\nsecond line\r\n'))
    await terminal.shows('fake-model> first line\u2424second line')
    terminal.type('\r')
    await terminal.shows(/You said: first line\s+second line/)
    terminal.type(paste('row\n'.repeat(30)))
    await terminal.shows('[30 lines: row row')
    terminal.type('\u0003')
    await terminal.shows('Ctrl-C again leaves')
    await leave(terminal)
    expect(marks(terminal)[0]).toBe('\u001B[?2004h')
    expect(marks(terminal).at(-1)).toBe('\u001B[?2004l')
    expect(history()).toEqual(['first line\nsecond line'])
  })

  it('takes a message of several lines, and Ctrl-C drops one', async () => {
    const terminal = await start()
    terminal.type('one\\\r')
    await terminal.shows('  ...')
    terminal.type('two\r')
    await terminal.shows(/You said: one\s+two/)
    terminal.type('```\r\u0003')
    await terminal.shows('Ctrl-C again leaves')
    terminal.type('three\r')
    await terminal.shows('You said: three')
    await leave(terminal)
  })

  it('remembers for the next chat, without secrets, for nobody else to read', async () => {
    const first = await start()
    first.type('my password=hunter2 is safe\r')
    await first.shows('You said:')
    first.type(' not this\r')
    await first.shows('You said: not this')
    await leave(first)
    expect(statSync(join(chat.home, 'state', 'history')).mode & 0o777).toBe(0o600)
    const second = await start()
    second.type(up)
    await second.shows('fake-model> my password=[REDACTED:password] is safe')
    second.type('\u0003')
    await leave(second)
    expect(history()).toEqual(['my password=[REDACTED:password] is safe'])
  })

  it('keeps the history where it is told, or nowhere', async () => {
    const told = await start({ env: { HISTORY_FILE: '~/typed' } })
    told.type('/help\r')
    await told.shows('/newsession')
    await leave(told)
    expect(history(join(chat.root, 'typed'))).toEqual(['/help'])
    const untold = await start({ env: { HISTORY_FILE: '~/typed', CHATCLI_DISABLE_HISTORY: 'true' } })
    untold.type('/cost\r')
    await untold.shows('No model has answered')
    untold.type(up)
    await untold.shows(/answered yet\.\n\nfake-model> \/cost$/)
    untold.type('\u0003')
    await leave(untold)
    expect(history(join(chat.root, 'typed'))).toEqual(['/help'])
  })

  it('says that the history cannot be kept, and goes on', async () => {
    mkdirSync(join(chat.root, 'folder'))
    const terminal = await start({ env: { HISTORY_FILE: '~/folder' } })
    await terminal.shows('What is typed is not kept for the next chat')
    terminal.type('hello\r')
    await terminal.shows('You said: hello')
    await leave(terminal)
  })

  it('completes commands, sessions with their titles, and paths', async () => {
    const content = JSON.stringify([{ role: 'user', content: '潮汐表 for the harbour' }])
    for (const name of ['proj-tide', 'proj-stone']) {
      await chat.run(['session', 'save', name, '--from', '-'], { input: content })
    }
    writeFileSync(join(chat.root, 'notes.md'), '')
    const terminal = await start({ columns: 40 })
    terminal.type('/sess\tlo\tpr\t')
    await terminal.shows('fake-model> /session load proj-')
    terminal.type('\t\t')
    await terminal.shows(
      /proj-stone {2}潮汐表 for the harbour\nproj-tide {3}潮汐表 for the harbour|proj-tide {3}潮汐表 for the harbour\nproj-stone {2}潮汐表 for the harbour/,
    )
    terminal.type('t\t\r')
    await terminal.shows('[proj-tide] fake-model>')
    terminal.type('see @no\t')
    await terminal.shows('see @notes.md')
    terminal.type('\r')
    await terminal.shows(/You said:[^]*\n\nsee @notes\.md\n/)
    await leave(terminal)
  })

  it('does not show what is typed while an answer comes, and sends it afterwards', async () => {
    chat.server.say({ text: 'one two three', variant: 'stalled' })
    const terminal = await start()
    terminal.type('count\r')
    await terminal.shows(/\none/)
    terminal.type('\u0003typed ahead\r')
    await terminal.shows(/Stopped\.\n\nfake-model> typed ahead\n/)
    await terminal.shows('You said: typed ahead')
    await leave(terminal)
  })

  it('draws the line anew when the terminal gets another size', async () => {
    const terminal = await start({ columns: 60 })
    terminal.type('words that are rather long for a small terminal')
    await terminal.shows('small terminal')
    terminal.resize(30, 20)
    terminal.type('!')
    await terminal.shows(/fake-model> words that are rat\nher long for a small terminal!$/)
    terminal.type('\r')
    await terminal.shows('You said: words')
    await leave(terminal)
  })
})
