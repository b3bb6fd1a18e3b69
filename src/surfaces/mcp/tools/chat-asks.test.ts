import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { says, scriptedModel } from '../../../agent/scripted-model.suite.ts'
import type { Tool } from '../../../agent/tool.ts'
import type { Settings } from '../../../settings.ts'
import { createMcpFactory } from '../create-mcp-factory.ts'
import { eras, type McpHarness, mcpHarness } from '../mcp-harness.suite.ts'

const ran: string[] = []
const lamp: Tool = {
  name: 'lamp',
  about: 'Lights a lamp.',
  input: { type: 'object' },
  isReadOnly: () => false,
  needs: ({ name }) => ({ tool: 'lamp', subject: `the ${String(name)} lamp`, scope: String(name) }),
  run({ name }) {
    ran.push(String(name))
    return Promise.resolve({ text: 'lit', isError: false })
  },
}
const callLamp = (id: string, name: string) =>
  ({ kind: 'tool-call', call: { id, name: 'lamp', arguments: { name } } }) as const
const endOfCalls = { kind: 'end', reason: 'tool-calls', usage: undefined } as const

const open: McpHarness[] = []
/** A model that lights two lamps, one after the other, and then talks. */
function lamps(settings: Partial<Settings> = {}): McpHarness {
  const model = scriptedModel([
    [callLamp('c1', 'red'), endOfCalls],
    [callLamp('c2', 'blue'), endOfCalls],
    says('It is light.'),
    says('Good night.'),
  ])
  const harness = mcpHarness({ hasModel: true }, { settings, chat: { model, tools: [lamp] } })
  open.push(harness)
  return harness
}
afterEach(async () => {
  for (const harness of open.splice(0)) await harness.close()
  ran.length = 0
})

const asks: ClientOptions = { capabilities: { elicitation: { form: {} } } }
const said = { message: 'Light the lamps', mode: 'agent' }

/** Answers questions one after the other; with nothing, it fails. */
function answersOf(client: Client, answers: readonly unknown[]): string[] {
  const questions: string[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message)
    const answer = answers[questions.length - 1]
    if (answer === undefined) throw new Error('gone')
    return answer as { action: 'accept' }
  })
  return questions
}
const accept = (answer: string) => ({ action: 'accept', content: { answer } })

describe.each(Object.entries(eras))('a tool that needs leave, in chat over %s', (_, options) => {
  it('is asked about where the client can ask, each once', async () => {
    const harness = lamps()
    const client = await harness.connect({ ...options, ...asks })
    const questions = answersOf(client, [accept('once'), accept('not-now')])
    const { json } = await harness.call('chat', said, client)
    expect(json).toMatchObject({ answer: 'It is light.', end: 'done', steps: 2 })
    expect(questions).toEqual(['Allow lamp: the red lamp', 'Allow lamp: the blue lamp'])
    expect(ran).toEqual(['red'])
    expect(harness.model.requests).toHaveLength(3)
  })

  it('is remembered where the person says so', async () => {
    const harness = lamps()
    const client = await harness.connect({ ...options, ...asks })
    answersOf(client, [accept('always'), accept('never')])
    await harness.call('chat', said, client)
    const { disk } = harness.serving
    const kept = disk.list('/home/ada/.chatcli/state')
    expect(kept).toContain('permissions.json')
    expect(ran).toEqual(['red'])
  })

  it.each([
    ['a refusal', { action: 'decline' }],
    ['a closed question', { action: 'cancel' }],
  ])('does not run after %s', async (_name, answer) => {
    const harness = lamps()
    const client = await harness.connect({ ...options, ...asks })
    answersOf(client, [answer, answer])
    expect((await harness.call('chat', said, client)).json).toMatchObject({ end: 'done' })
    expect(ran).toEqual([])
  })

  it('does not run where nobody can be asked, and the model is told so', async () => {
    for (const [harness, more] of [
      [lamps(), {}],
      [lamps({ mcpElicitation: false }), asks],
    ] as const) {
      const client = await harness.connect({ ...options, ...more })
      expect((await harness.call('chat', said, client)).json).toMatchObject({ end: 'done' })
      expect(ran).toEqual([])
      const [, second] = harness.model.requests
      expect(second?.messages.at(-1)?.content).toContain('Nobody can be asked here')
    }
  })
})

it('asks clients too that declare it in the form of the first revision that had it', async () => {
  const harness = lamps()
  const client = await harness.connect({
    versionNegotiation: { mode: 'legacy' },
    capabilities: { elicitation: {} },
  })
  answersOf(client, [accept('once'), accept('once')])
  await harness.call('chat', said, client)
  expect(ran).toEqual(['red', 'blue'])
})

it('asks over HTTP, where each call is served by a server of its own', async () => {
  const harness = lamps()
  const handler = createMcpHandler(createMcpFactory(harness.world))
  const client = new Client(
    { name: 'tester', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, ...asks },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  )
  answersOf(client, [accept('once'), accept('never')])
  expect((await harness.call('chat', said, client)).json).toMatchObject({ answer: 'It is light.', steps: 2 })
  expect(ran).toEqual(['red'])
  await client.close()
  await handler.close()
})

describe('a client of an older revision', () => {
  it('that cannot show the question is asked once only', async () => {
    const harness = lamps()
    const client = await harness.connect({ versionNegotiation: { mode: 'legacy' }, ...asks })
    const questions = answersOf(client, [])
    expect((await harness.call('chat', said, client)).json).toMatchObject({ end: 'done' })
    expect(questions).toHaveLength(1)
    expect(ran).toEqual([])
  })
})

describe('a turn that waits for an answer', () => {
  interface Waiting {
    readonly requestState: string
    readonly answer: (state: string, given?: unknown, args?: object) => Promise<Record<string, unknown>>
  }
  async function waiting(harness: McpHarness, args: object = said, client?: Client): Promise<Waiting> {
    const one =
      client ??
      (await harness.connect({
        versionNegotiation: { mode: 'auto' },
        inputRequired: { autoFulfill: false },
        ...asks,
      }))
    const call = async (more: object): Promise<Record<string, unknown>> => {
      const params = { name: 'chat', ...more }
      return { ...(await one.callTool(params, { allowInputRequired: true })) }
    }
    const first = await call({ arguments: args })
    return {
      requestState: first['requestState'] as string,
      answer: (requestState, permission = accept('once'), given = args) =>
        call({ arguments: given, requestState, inputResponses: { permission } }),
    }
  }
  const conversationOf = async (harness: McpHarness): Promise<string> =>
    (await harness.call('session_attach', { name: 'night' })).json['conversation'] as string

  it('goes on with the answer of this call alone, once', async () => {
    const harness = lamps()
    const { requestState, answer } = await waiting(harness)
    await expect(answer(requestState, accept('once'), { message: 'other' })).rejects.toMatchObject({
      code: -32602,
    })
    const next = await answer(requestState)
    expect(ran).toEqual(['red'])
    await expect(answer(requestState)).rejects.toMatchObject({ code: -32602 })
    const last = await answer(next['requestState'] as string)
    expect(last['structuredContent']).toMatchObject({ answer: 'It is light.', steps: 2, messages: 6 })
    expect(ran).toEqual(['red', 'blue'])
  })

  it('does not say it again when the answer is missing', async () => {
    const harness = lamps()
    const { requestState, answer } = await waiting(harness)
    const next = await answer(requestState, { action: 'nonsense' }).catch((error: unknown) => error)
    expect(ran).toEqual([])
    expect(harness.model.requests.filter(({ messages }) => messages.length === 1)).toHaveLength(1)
    expect(next).toBeDefined()
  })

  it('goes on without leave when its time is over, asks no more, and its answer can be had', async () => {
    const harness = lamps()
    const conversation = await conversationOf(harness)
    const { requestState, answer } = await waiting(harness, { ...said, conversation })
    expect(harness.pass()).toBe(1)
    const late = await answer(requestState)
    expect(late['structuredContent']).toMatchObject({ answer: 'It is light.', steps: 2 })
    expect(ran).toEqual([])
    expect(harness.pass()).toBe(0)
  })

  it('keeps nobody who asks how it stands waiting', async () => {
    const harness = lamps()
    const conversation = await conversationOf(harness)
    await waiting(harness, { ...said, conversation })
    expect((await harness.call('session_status', { conversation })).json).toMatchObject({
      conversation: { busy: true, session: 'night' },
    })
  })

  it('was not agreed to by whoever says something else', async () => {
    const harness = lamps()
    const conversation = await conversationOf(harness)
    const { requestState, answer } = await waiting(harness, { ...said, conversation })
    const other = await harness.call('chat', { message: 'Good night', conversation })
    expect(other.json).toMatchObject({ answer: 'Good night.' })
    expect(ran).toEqual([])
    expect((await answer(requestState))['structuredContent']).toMatchObject({ answer: 'It is light.' })
  })

  it('ends with the server, and what was said stays', async () => {
    const harness = lamps()
    const conversation = await conversationOf(harness)
    await waiting(harness, { ...said, conversation })
    await harness.close()
    expect(ran).toEqual([])
    expect(harness.chatcli.sessions.load('night').messages[0]).toMatchObject({ content: said.message })
  })

  it('is bounded: the sixty-fifth goes on as if nobody answered', async () => {
    const harness = mcpHarness(
      { hasModel: true },
      {
        chat: {
          tools: [lamp],
          model: scriptedModel(
            Array.from({ length: 65 }, (_, i) => [callLamp(`c${i}`, `n${i}`), endOfCalls]).concat([
              says('Dark.') as never,
            ]),
          ),
        },
      },
    )
    open.push(harness)
    const client = await harness.connect({
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      ...asks,
    })
    for (let i = 0; i < 64; i++)
      expect((await waiting(harness, { ...said, message: `m${i}` }, client)).requestState).toBeTypeOf(
        'string',
      )
    expect((await harness.call('chat', { ...said, message: 'one more' }, client)).json).toMatchObject({
      answer: 'Dark.',
    })
    expect(ran).toEqual([])
  })
})
