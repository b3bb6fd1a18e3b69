import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeModelServer, startFakeModelServer } from '../fake-model-server.ts'
import {
  type AcpProcess,
  type BuiltProgram,
  buildProgram,
  filesUnder,
  startAcpProcess,
  wordsOf,
} from './acp-process.suite.ts'

let program: BuiltProgram
let server: FakeModelServer
let root = ''
let running: AcpProcess[] = []

beforeAll(async () => {
  program = await buildProgram()
})
afterAll(() => program.remove())
beforeEach(async () => {
  server = await startFakeModelServer()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'chatcli-acp-home-')))
  running = []
})
afterEach(async () => {
  for (const { end, child } of running)
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL')
  await server.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

const home = (): string => join(root, 'home')
const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: root,
  CHATCLI_HOME: home(),
  CHATCLI_LANG: 'en',
  TZ: 'UTC',
})
const withModel = (): Record<string, string> => ({
  ...environment(),
  CHATCLI_PROVIDER: 'openai',
  CHATCLI_MODEL: 'fake-model',
  CHATCLI_MAX_RETRIES: '0',
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: server.url,
})

async function started(env = withModel(), choice = 'unclear'): Promise<AcpProcess> {
  const editor = await startAcpProcess({ main: program.main, env, cwd: root, choice })
  running.push(editor)
  return editor
}

function cli(...args: readonly string[]): string {
  const { stdout } = spawnSync(process.execPath, [program.main, ...args], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
  })
  return stdout
}

describe('chatcli acp, as a process', () => {
  it('replays the same bytes after a restart, and starts as a coder', async () => {
    writeFileSync(join(root, 'tide.txt'), 'noon')
    const first = await started()
    const id = await first.begin()
    server.say({ toolCalls: [{ name: 'read', arguments: { path: 'tide.txt' } }] }, { text: 'At noon.' })
    expect(await first.prompt(id, 'When is high water?')).toBe('end_turn')
    expect(await first.prompt(id, 'Thanks')).toBe('end_turn')
    const here = JSON.stringify(await first.load(id))
    expect(await first.end()).toBe(0)
    const later = await started()
    const again = await later.load(id)
    expect(JSON.stringify(again)).toBe(here)
    expect(again.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'user_message_chunk',
      'tool_call',
      'tool_call_update',
      'agent_message_chunk',
      'user_message_chunk',
      'agent_message_chunk',
    ])
  })

  it.each([
    ['allow_once', 'high water'],
    ['unclear', 'low water'],
  ])('changes a file only when the person allows it: %s', async (choice, says) => {
    writeFileSync(join(root, 'tide.txt'), 'low water')
    const editor = await started(withModel(), choice)
    const id = await editor.begin()
    const args = { path: 'tide.txt', content: 'high water' }
    server.say({ toolCalls: [{ name: 'write', arguments: args }] }, { text: 'Done.' })
    await editor.prompt(id, 'Correct it')
    expect(readFileSync(join(root, 'tide.txt'), 'utf8')).toBe(says)
    const [call, ...more] = editor.take().filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))
    const path = join(root, 'tide.txt')
    expect(call).toMatchObject({
      kind: 'edit',
      locations: [{ path }],
      content: [{ type: 'diff', path, oldText: 'low water', newText: 'high water' }],
    })
    expect(more.at(-1)).toMatchObject({ status: choice === 'unclear' ? 'failed' : 'completed' })
    await editor.end()
  })

  it('has what was said when it is killed in the middle of an answer', async () => {
    const first = await started()
    const id = await first.begin()
    server.say({ text: 'Once upon a time', variant: 'stalled' })
    const answering = first.heard('Once')
    first.prompt(id, 'Tell me a story').catch(() => undefined)
    await answering
    expect(await first.end('SIGKILL')).toBe('SIGKILL')
    const later = await started()
    expect(wordsOf(await later.load(id), 'user_message_chunk')).toBe('Tell me a story')
    expect(await later.prompt(id, 'Go on')).toBe('end_turn')
    expect(wordsOf(await later.load(id), 'user_message_chunk')).toBe('Tell me a storyGo on')
  })

  it.each([['SIGTERM' as const], [undefined]])(
    'puts everything down in the middle of an answer: %s',
    async (how) => {
      const first = await started()
      const id = await first.begin()
      server.say({ text: 'Once upon a time', variant: 'stalled' })
      const answering = first.heard('Once')
      const prompt = first.prompt(id, 'Tell me a story').catch(() => 'gone')
      await answering
      expect(await first.end(how)).toBe(0)
      expect(['cancelled', 'gone']).toContain(await prompt)
      const later = await started()
      const again = await later.load(id)
      expect(wordsOf(again, 'user_message_chunk')).toBe('Tell me a story')
      expect(wordsOf(again, 'agent_message_chunk')).toContain('Once')
    },
  )

  it('P92: writes nothing but frames to standard output, whatever else is printed in the process', async () => {
    const noise = "process.on('SIGUSR2', () => console.log('a stray line'))"
    const first = await started({
      ...withModel(),
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(noise)}"`,
    })
    const id = await first.begin()
    const stray = new Promise<void>((resolve) =>
      first.child.stderr?.on('data', (bytes: Buffer) => {
        if (bytes.toString().includes('a stray line')) resolve()
      }),
    )
    first.child.kill('SIGUSR2')
    await stray
    await first.prompt(id, 'Hello')
    await first.end()
    const { out, err } = first.written()
    for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    expect(err).toBe('a stray line\n')
  })

  it('answers a script that closes its end at once', () => {
    const request = (id: number, method: string, params: object): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const input = [
      request(1, 'initialize', { protocolVersion: 1 }),
      request(2, 'session/new', { cwd: root, mcpServers: [] }),
      request(3, 'session/list', {}),
      'no JSON',
    ].join('\n')
    const { stdout, status } = spawnSync(process.execPath, [program.main, 'acp'], {
      cwd: root,
      env: environment(),
      input: `${input}\n`,
      encoding: 'utf8',
    })
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly id?: number; readonly error?: { readonly code: number } })
    expect(answers.flatMap(({ id }) => id ?? []).sort((a, b) => a - b)).toEqual([1, 2, 3])
    expect(answers.filter(({ error }) => error !== undefined)).toMatchObject([{ error: { code: -32700 } }])
    expect(status).toBe(0)
  })

  it('shares a named session with another editor, at once; nothing is lost', async () => {
    const [one, two] = [await started(environment()), await started(environment())]
    const [a, b] = [await one.begin(), await two.begin()]
    await one.prompt(a, '/session attach harbour')
    await one.prompt(a, 'first')
    await two.prompt(b, '/session attach harbour')
    const many = async (editor: AcpProcess, id: string, who: string): Promise<void> => {
      for (let i = 0; i < 6; i++) await editor.prompt(id, `${who} ${i}.`)
    }
    await Promise.all([many(one, a, 'one'), many(two, b, 'two')])
    const words = wordsOf(await one.load(a), 'user_message_chunk')
    for (let i = 0; i < 6; i++) for (const who of ['one', 'two']) expect(words).toContain(`${who} ${i}.`)
    await one.end()
    await two.end()
    const { sessions } = JSON.parse(cli('session', 'list', '--json')) as { sessions: { name: string }[] }
    expect(sessions.map(({ name }) => name)).toEqual(['harbour'])
  })

  it('keeps what nobody named as mcp-<session>, which the command line finds', async () => {
    const editor = await started(environment())
    const id = await editor.begin()
    await editor.prompt(id, 'The lantern is lit at dusk')
    await editor.end()
    const { sessions } = JSON.parse(cli('session', 'list', '--json')) as { sessions: { name: string }[] }
    expect(sessions.map(({ name }) => name)).toEqual([`mcp-${id}`])
    expect(cli('search', 'lantern dusk')).toContain(`mcp-${id}`)
  })

  it('says what is missing when a sealed home has no key, and writes nothing', async () => {
    const key = randomBytes(32).toString('base64')
    const sealed = await started({ ...environment(), CHATCLI_ENCRYPTION_KEY: key })
    const id = await sealed.begin()
    await sealed.prompt(id, 'A secret tide')
    await sealed.end()
    const before = filesUnder(home())
    expect([...before.values()].join('')).not.toContain('secret tide')
    const blind = await started(environment())
    await expect(blind.begin()).rejects.toMatchObject({ data: { code: 'key', hint: expect.any(String) } })
    await expect(blind.load(id)).rejects.toMatchObject({ data: { code: 'key' } })
    expect(await blind.end()).toBe(0)
    expect(filesUnder(home())).toEqual(before)
    const again = await started({ ...environment(), CHATCLI_ENCRYPTION_KEY: key })
    expect(wordsOf(await again.load(id), 'user_message_chunk')).toBe('A secret tide')
  })

  it('tells an editor which setting is wrong', async () => {
    const editor = await started({ ...environment(), CHATCLI_MODE: 'poet' })
    await expect(editor.begin()).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('CHATCLI_MODE'),
    })
  })
})
