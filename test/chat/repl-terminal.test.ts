import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtChat, builtCli, type BuiltChat } from './built-chat.suite.ts'
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.suite.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

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

async function start(args: readonly string[] = [], more: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const env = { ...chat.environment, ...more.env }
  const command = [process.execPath, builtCli(), ...args]
  const terminal = await openTerminal({ command, cwd: chat.root, ...more, env })
  open.push(terminal)
  return terminal
}

interface Listed {
  readonly name: string
  readonly messages: number
  readonly machine: boolean
  readonly interrupted: boolean
}

async function sessions(): Promise<readonly Listed[]> {
  const { stdout } = await chat.run(['session', 'list', '--json'])
  return (JSON.parse(stdout) as { sessions: Listed[] }).sessions
}

/** Waits for a session as it should be; the program that saves it may be at work still. */
async function settled(messages: number): Promise<Listed> {
  for (;;) {
    const [first] = await sessions()
    if (first?.messages === messages && !first.interrupted) return first
  }
}

describe('the chat in a terminal of 80 columns', () => {
  it('talks, binds a session, shows it in the prompt and leaves', async () => {
    const terminal = await start()
    await terminal.shows('fake-model>')
    terminal.type('When is high tide?\r')
    await terminal.shows(/You said: When is high tide\?\n\nfake-model>$/)
    terminal.type('/session save tides\r')
    await terminal.shows('[tides] fake-model>')
    terminal.type('/session list\r')
    await terminal.shows('Read one with: /session get NAME')
    terminal.type('/exit\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toMatch(/Saved in "tides"\.$/)
    expect(await sessions()).toMatchObject([{ name: 'tides', messages: 2, machine: false }])
  })

  it('looks like this', async () => {
    chat.server.say(
      { toolCalls: [{ name: 'session', arguments: { cmd: 'list' } }] },
      { text: 'This one alone.' },
    )
    const terminal = await start()
    await terminal.shows('fake-model>')
    terminal.type('What is there?\r')
    await terminal.shows(/This one alone\.\n\nfake-model>$/)
    terminal.type('/sesion\r')
    await terminal.shows(/Did you mean[^]*fake-model>$/)
    terminal.type(CTRL_D)
    await terminal.ended
    const shown = terminal.screen().replace(/\d{8}-\d{6}/g, 'TIME')
    expect(shown).toMatch(/^ChatCLI \d\S+ \/help lists the commands, \/exit leaves\.\nTalking to fake-model/)
    expect(shown.slice(shown.indexOf('fake-model> '))).toBe(
      [
        'fake-model> What is there?',
        '⏺ @session list',
        '  ✓ Saved sessions: (1 more line)',
        'This one alone.',
        '',
        'fake-model> /sesion',
        'Error: Unknown command "/sesion".',
        'Hint: Did you mean /session?',
        '',
        'fake-model>',
        'Saved as "autosave-TIME". Go on with: /session load',
        'autosave-TIME',
      ].join('\n'),
    )
  })

  it('Ctrl-C stops the answer and not the program; twice at the prompt leaves, and saves', async () => {
    chat.server.say({ text: 'one two three', variant: 'stalled' })
    const terminal = await start()
    await terminal.shows('fake-model>')
    terminal.type('count\r')
    await terminal.shows(/\none/)
    terminal.type(CTRL_C)
    await terminal.shows(/one\s+Stopped\.\n\nfake-model>$/)
    terminal.type('half a line')
    await terminal.shows('half a line')
    terminal.type(CTRL_C)
    await terminal.shows('(Ctrl-C again leaves; so does /exit.)')
    terminal.type(CTRL_C)
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toContain('Saved as "autosave-')
    expect(await sessions()).toMatchObject([{ machine: true, messages: 2, interrupted: false }])
  })

  it('Ctrl-C at a question refuses and stops the turn', async () => {
    const terminal = await start(['--mode', 'agent'])
    await terminal.shows('fake-model>')
    terminal.type('CALL run {"command":"touch made"}\r')
    await terminal.shows('[!] never:')
    terminal.type(CTRL_C)
    await terminal.shows(/Stopped\.\n\nfake-model>$/)
    terminal.type('still here?\r')
    await terminal.shows('You said: still here?')
    terminal.type('/exit\r')
    expect(await terminal.ended).toBe(0)
  })

  it.each(['at the prompt', 'in an answer'])('a terminal that is closed %s loses nothing', async (when) => {
    const terminal = await start()
    await terminal.shows('fake-model>')
    terminal.type('hello\r')
    await terminal.shows(/You said: hello\n\nfake-model>$/)
    if (when === 'in an answer') {
      chat.server.say({ text: 'one two three', variant: 'stalled' })
      terminal.type('count\r')
      await terminal.shows(/\none/)
    }
    terminal.hangUp()
    await terminal.ended
    expect(await settled(when === 'in an answer' ? 4 : 2)).toMatchObject({ machine: true })
  })

  it('offers what was interrupted above the line that is being typed', async () => {
    const first = await start()
    await first.shows('fake-model>')
    first.type('Where is the pilot?\r')
    await first.shows(/You said: Where is the pilot\?\n\nfake-model>$/)
    process.kill(first.pid(), 'SIGKILL')
    await first.ended
    const second = await start()
    second.type('typed ahead')
    const offer = 'A conversation was interrupted: "Where is the pilot?" (2 messages).'
    await second.shows(offer)
    await second.shows('typed ahead')
    second.type(' of everything\r')
    await second.shows(/You said: typed ahead of everything\n\nfake-model>$/)
    const shown = second.screen()
    expect(shown.split('\n').filter((line) => line.startsWith('fake-model>'))).toHaveLength(2)
    expect(shown).toMatch(/openai\)\.\n\nA conversation [^]*\n\nfake-model> typed ahead of everything\n/)
    second.type('/exit\r')
    expect(await second.ended).toBe(0)
  })

  it('a new size harms nothing', async () => {
    const terminal = await start()
    await terminal.shows('fake-model>')
    terminal.resize(40, 10)
    terminal.type('hello after the change\r')
    terminal.resize(60, 10)
    await terminal.shows(/\nYou said: hello after the change\n\nfake-model>$/)
    terminal.resize(120, 40)
    terminal.type('/exit\r')
    expect(await terminal.ended).toBe(0)
  })

  it('writes no escape sequence where TERM is dumb', async () => {
    const terminal = await start([], { env: { TERM: 'dumb' } })
    await terminal.shows('fake-model>')
    terminal.type('hello\r')
    await terminal.shows(/You said: hello\n\nfake-model>$/)
    terminal.type('/exit\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw()).not.toContain('\u001B')
  })

  it('without a model answers from memory, in Portuguese', async () => {
    await chat.run(['-p', 'the pilot station is painted green', '--session', 'pilot'])
    const env = {
      OPENAI_API_KEY: '',
      OPENAI_BASE_URL: '',
      CHATCLI_PROVIDER: '',
      CHATCLI_MODEL: '',
      CHATCLI_LANG: 'pt-BR',
    }
    const terminal = await start([], { env })
    await terminal.shows('Nenhum modelo está configurado')
    terminal.type('what colour is the pilot station?\r')
    await terminal.shows('painted green')
    await terminal.shows('Das conversas passadas')
    terminal.type('/exit\r')
    expect(await terminal.ended).toBe(0)
  })
})
