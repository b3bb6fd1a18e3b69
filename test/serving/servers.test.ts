import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message, ToolCall } from '../../src/conversation/message.ts'
import { openModel } from '../../src/models/open-model.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import {
  type AcpProcess,
  type BuiltProgram,
  buildProgram,
  startAcpProcess,
} from '../acp/acp-process.suite.ts'
import { openTerminal, type Terminal } from '../chat/terminal.suite.ts'
import { type FakeModelServer, type FakeRequest, startFakeModelServer } from '../fake-model-server.ts'

let program: BuiltProgram
let model: FakeModelServer
let root = ''
let closing: (() => unknown)[] = []

beforeAll(async () => {
  program = await buildProgram()
})
afterAll(() => program.remove())
beforeEach(async () => {
  model = await startFakeModelServer()
  root = mkdtempSync(join(tmpdir(), 'chatcli-serving-'))
  closing = []
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  await model.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

const home = (): string => join(root, 'home')
const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: root,
  CHATCLI_HOME: home(),
  CHATCLI_LANG: 'en',
  CHATCLI_PROVIDER: 'openai',
  CHATCLI_MODEL: 'fake-model',
  CHATCLI_MAX_RETRIES: '0',
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: model.url,
  TZ: 'UTC',
})

async function terminal(): Promise<Terminal> {
  const command = [process.execPath, program.main]
  const opened = await openTerminal({ command, cwd: root, env: environment() })
  closing.push(async () => {
    // It leaves by itself, so that nothing is written any more when its folder goes.
    opened.type('\u0003\u0015/exit\r')
    await opened.ended
  })
  await opened.shows('fake-model>')
  return opened
}

async function mcpClient(): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program.main, 'mcp-server'],
      env: environment(),
      cwd: root,
      stderr: 'ignore',
    }),
  )
  closing.push(() => client.close())
  return client
}

async function editor(): Promise<AcpProcess> {
  const started = await startAcpProcess({ main: program.main, env: environment(), cwd: root })
  closing.push(() => started.end('SIGKILL'))
  return started
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
  if (isError === true) throw new Error(JSON.stringify(content))
  return structuredContent as Record<string, unknown>
}

const saved = (name: string): string[] =>
  openChatCli({ home: home() })
    .sessions.load(name)
    .messages.map(({ content }) => content)

/** What the model was given last. */
const given = (): string => JSON.stringify(model.requests.at(-1)?.body)

/** Only what people and agents said, in the order in which it is kept. */
const said = (texts: readonly string[]): string[] => texts.filter((text) => !text.startsWith('You said: '))

describe('a terminal, an MCP client and an editor, each a process of its own', () => {
  it('go on in one session, and each sees the others at its next turn', async () => {
    const [screen, client, desk] = await Promise.all([terminal(), mcpClient(), editor()])
    screen.type('/session attach tides\r')
    await screen.shows('[tides] fake-model>')
    screen.type('The terminal says one\r')
    await screen.shows('You said: The terminal says one')

    const { conversation } = await call(client, 'session_attach', { name: 'tides' })
    await call(client, 'chat', { message: 'The agent says two', conversation })
    expect(given()).toContain('The terminal says one')

    const id = await desk.begin()
    await desk.prompt(id, '/session attach tides')
    await desk.prompt(id, 'The editor says three')
    expect(given()).toContain('The agent says two')

    const messages = [
      { id: 'm1', role: 'user', content: 'The agent recalls four' },
      { id: 'm2', role: 'assistant', content: 'You said: four' },
    ]
    expect(await call(client, 'append', { messages, conversation })).toMatchObject({
      added: 2,
      session: 'tides',
    })
    screen.type('The terminal says five\r')
    await screen.shows('You said: The terminal says five')
    expect(given()).toContain('The editor says three')
    expect(given()).toContain('The agent recalls four')

    // The agent and the editor are killed, and take up what they had.
    await client.close()
    await desk.end('SIGKILL')
    const [again, back] = await Promise.all([mcpClient(), editor()])
    await back.load(id)
    await Promise.all([
      call(again, 'append', {
        messages: [
          ...messages,
          { id: 'm3', role: 'user', content: 'The agent says six' },
          { id: 'm4', role: 'assistant', content: 'You said: six' },
        ],
        conversation,
      }),
      back.prompt(id, 'The editor says seven'),
    ])
    screen.type('The terminal says eight\r')
    await screen.shows('You said: The terminal says eight')
    for (const words of ['The agent says six', 'The editor says seven']) expect(given()).toContain(words)
    screen.type('/exit\r')
    await screen.ended
    const texts = said(saved('tides'))
    expect(new Set(texts).size).toBe(texts.length)
    expect([...texts.slice(0, 5), ...texts.slice(5, 7).sort(), ...texts.slice(7)]).toEqual([
      'The terminal says one',
      'The agent says two',
      'The editor says three',
      'The agent recalls four',
      'The terminal says five',
      'The agent says six',
      'The editor says seven',
      'The terminal says eight',
    ])
  })

  it('keep what nobody named in rolling sessions, and find it from one another', async () => {
    const client = await mcpClient()
    const { conversation } = await call(client, 'append', {
      messages: [
        { id: 'a', role: 'user', content: 'Where does the narwhal sleep?' },
        { id: 'b', role: 'assistant', content: 'The narwhal sleeps under the ice.' },
      ],
    })
    const desk = await editor()
    const id = await desk.begin()
    await desk.prompt(id, 'Which pier is being painted?')
    const names = openChatCli({ home: home() })
      .sessions.list({ sort: 'name' })
      .sessions.map(({ name, machine }) => ({ name, machine }))
    expect(names).toEqual(
      [`mcp-${String(conversation)}`, `mcp-${id}`].sort().map((name) => ({ name, machine: true })),
    )
    const found = await call(client, 'session_search', { query: 'which pier is being painted' })
    expect(JSON.stringify(found)).toContain(`mcp-${id}`)
  })
})

describe('an agent', () => {
  it('recalls what was decided at the terminal a moment ago', async () => {
    const screen = await terminal()
    model.say({ text: 'Then it is decided.' })
    screen.type('/session attach harbour-plan\r')
    await screen.shows('[harbour-plan] fake-model>')
    screen.type('We decided: the lighthouse cache expires after 47 minutes.\r')
    await screen.shows('Then it is decided.')

    // A model that knows nothing but what the tools tell it.
    model.say(
      {
        toolCalls: [
          { name: 'session_search', arguments: { query: 'when does the lighthouse cache expire?' } },
        ],
      },
      (request) => ({
        toolCalls: [{ name: 'session_get', arguments: { name: found(request, /harbour-plan/) } }],
      }),
      (request) => ({ text: `It was decided: ${found(request, /expires after \d+ minutes/)}.` }),
    )
    const answer = await agentLoop(await mcpClient(), 'How long may the lighthouse cache live?')
    expect(answer).toBe('It was decided: expires after 47 minutes.')
  })
})

/** What the newest result of a tool says. */
function found({ body }: FakeRequest, pattern: RegExp): string {
  const messages = body['messages'] as readonly { readonly role: string; readonly content: unknown }[]
  const last = messages.at(-1)
  return last?.role === 'tool' ? (pattern.exec(JSON.stringify(last.content))?.[0] ?? 'nothing') : 'no result'
}

/** An agent of another maker: a model, the tools of a server, and nothing of this program's own. */
async function agentLoop(client: Client, question: string): Promise<string> {
  const choice = { provider: 'openai', model: 'fake-model', apiKey: 'sk-test', baseUrl: model.url } as const
  const limits = { toolCalls: 'native', stallMs: 10_000, timeoutMs: 20_000, retries: 0 } as const
  const agent = await openModel(
    { ...choice, ...limits },
    { fetch: globalThis.fetch, now: Date.now, random: Math.random, sleep: () => Promise.resolve() },
  )
  const { tools } = await client.listTools()
  const specs = tools.map(({ name, description = '', inputSchema }) => ({
    name,
    about: description,
    input: inputSchema as Record<string, unknown>,
  }))
  const messages: Message[] = [{ role: 'user', content: question }]
  for (let step = 0; step < 8; step++) {
    let text = ''
    const calls: ToolCall[] = []
    for await (const event of agent.answer({ instructions: 'Use the memory.', messages, tools: specs })) {
      if (event.kind === 'text') text += event.text
      if (event.kind === 'tool-call') calls.push(event.call)
    }
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) })
    if (calls.length === 0) return text
    for (const { id, name, arguments: args } of calls) {
      const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
      messages.push({ role: 'tool', content: JSON.stringify(result.content), tool_call_id: id })
    }
  }
  return 'no answer'
}
