import { afterAll, describe, expect, it } from 'vitest'
import type { FakeReply, FakeVariant } from '../../test/fake-model-server-reply.ts'
import { type FakeModelServer, startFakeModelServer } from '../../test/fake-model-server.ts'
import { ChatCliError } from '../errors.ts'
import { isTooLong } from './is-too-long.ts'
import type { ModelChoice } from './model-choice.ts'
import { type TestWorld, testWorld } from './model-world.suite.ts'
import type { Model, ModelEvent, ModelRequest, ToolSpec } from './model.ts'
import { openModel } from './open-model.ts'

const servers: FakeModelServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

const recall: ToolSpec = {
  name: 'recall',
  about: 'Finds what was said.',
  input: { type: 'object', properties: { query: { type: 'string' } } },
}
const ask: ModelRequest = {
  instructions: 'Be brief.',
  messages: [{ role: 'user', content: 'What did we decide?' }],
  tools: [],
}

interface Opened {
  readonly server: FakeModelServer
  readonly world: TestWorld
  readonly model: Model
}

async function open(replies: readonly FakeReply[], choice: Partial<ModelChoice> = {}): Promise<Opened> {
  const server = await startFakeModelServer({ replies })
  servers.push(server)
  const { provider = 'ollama' } = choice
  // To where OpenAI is asked as OpenAI, nothing goes out of this machine.
  const toServer: typeof fetch = (input, init) => {
    if (typeof input !== 'string') throw new Error('not a text')
    return fetch(input.replace('https://api.openai.com/v1', server.url), init)
  }
  const world = testWorld(toServer)
  const baseUrl = provider === 'google' ? server.googleUrl : provider === 'openai' ? undefined : server.url
  const model = await openModel(
    {
      provider,
      model: 'fake-model',
      apiKey: 'test-key-1234567890',
      baseUrl,
      toolCalls: 'auto',
      stallMs: 60_000,
      timeoutMs: 300_000,
      retries: 2,
      ...choice,
    },
    world,
  )
  return { server, world, model }
}

async function read(model: Model, request: Partial<ModelRequest> = {}): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of model.answer({ ...ask, ...request })) events.push(event)
  return events
}

async function failure(model: Model, request: Partial<ModelRequest> = {}): Promise<ChatCliError> {
  const error: unknown = await read(model, request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ChatCliError) return error
  throw new Error('no ChatCliError', { cause: error })
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.kind === 'text' ? event.text : '')).join('')
}

const call = { id: 'c1', name: 'recall', arguments: { query: 'the cache' } }

describe.each(['ollama', 'openai', 'anthropic', 'google'] as const)('openModel of %s', (provider) => {
  const tools = { tools: [recall] }

  it('streams an answer and what it took', async () => {
    const { model, server } = await open(
      [{ text: 'We chose Redis.', usage: { input: 20, output: 5, cached: 8 } }],
      {
        provider,
      },
    )
    const events = await read(model)
    expect(events.filter(({ kind }) => kind === 'text').length).toBe(3)
    expect(textOf(events)).toBe('We chose Redis.')
    const usage = { inputTokens: 20, outputTokens: 5, cachedInputTokens: 8 }
    expect(events.at(-1)).toMatchObject({ kind: 'end', reason: 'stop', usage })
    const sent = JSON.stringify(server.requests[0]?.body)
    expect(sent).toContain('Be brief.')
    expect(sent).toContain('What did we decide?')
  })

  it('hands over calls, in fragments or whole, and takes their results', async () => {
    const { model, server } = await open(
      [{ toolCalls: [call] }, { toolCalls: [call], variant: 'arguments-whole' }, { text: 'Redis.' }],
      { provider },
    )
    for (const _ of [1, 2]) {
      const events = await read(model, tools)
      expect(events.map(({ kind }) => kind)).toEqual(['tool-call', 'end'])
      expect(events[0]).toMatchObject({ call: { name: 'recall', arguments: { query: 'the cache' } } })
      expect(events[1]).toMatchObject({ reason: 'tool-calls' })
    }
    const messages = [
      ...ask.messages,
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'Redis, in March', tool_call_id: 'c1' },
    ]
    expect(textOf(await read(model, { ...tools, messages }))).toBe('Redis.')
    expect(JSON.stringify(server.requests[2]?.body)).toContain('Redis, in March')
  })

  it('says that an answer was long enough', async () => {
    const { model } = await open([{ text: 'We', variant: 'length' }], { provider })
    expect((await read(model, { maxTokens: 1 })).at(-1)).toMatchObject({ kind: 'end', reason: 'length' })
  })

  it('asks again when it is asked too often, and says why', async () => {
    const { model, world } = await open(
      [{ variant: 'rate-limited', retryAfter: '7' }, { variant: 'server-error' }, { text: 'Yes' }],
      { provider },
    )
    const [first, second, ...rest] = await read(model)
    expect(first).toMatchObject({ kind: 'retry', attempt: 1, of: 2, waitMs: 7000 })
    expect(first).toHaveProperty(
      'reason',
      expect.stringMatching(/asked too often: Rate limit reached for requests$/),
    )
    expect(second).toMatchObject({ kind: 'retry', attempt: 2, waitMs: 1500 })
    expect(textOf(rest)).toBe('Yes')
    expect(world.slept).toEqual([7000, 1500])
  })

  it('does not ask again once something was said', async () => {
    const { model, server, world } = await open([{ text: 'We chose', variant: 'cut' }], { provider })
    const events: ModelEvent[] = []
    const reading = (async (): Promise<void> => {
      for await (const event of model.answer(ask)) events.push(event)
    })()
    await expect(reading).rejects.toMatchObject({
      code: 'provider',
      message: expect.stringContaining('broke off'),
    })
    expect(textOf(events)).toBe('We ')
    expect(server.requests).toHaveLength(1)
    expect(world.slept).toEqual([])
  })

  it('ends with an error when the stream holds one', async () => {
    const { model } = await open([{ text: 'We chose', variant: 'error-event' }], { provider, retries: 0 })
    expect((await failure(model)).message).toContain('The model is overloaded')
  })

  it('notices a stream that stalls', async () => {
    const { model, world } = await open([{ text: 'We chose', variant: 'stalled' }], { provider })
    const reading = (async (): Promise<void> => {
      for await (const event of model.answer(ask)) if (event.kind === 'text') world.advance(60_000)
    })()
    await expect(reading).rejects.toMatchObject({
      code: 'provider',
      message: expect.stringContaining('60 seconds'),
    })
  })

  it('stops when it is interrupted', async () => {
    const { model, server } = await open([{ text: 'We chose', variant: 'stalled' }], { provider })
    const abort = new AbortController()
    const reading = (async (): Promise<void> => {
      for await (const event of model.answer({ ...ask, signal: abort.signal }))
        if (event.kind === 'text') abort.abort()
    })()
    await expect(reading).rejects.toMatchObject({ code: 'interrupted' })
    expect(server.requests).toHaveLength(1)
    await expect(read(model, { signal: abort.signal })).rejects.toMatchObject({ code: 'interrupted' })
  })

  it('says what a person can do', async () => {
    const variants: readonly FakeVariant[] = [
      'unauthorised',
      'no-such-model',
      'too-long',
      'no-tools',
      'not-json',
    ]
    const { model } = await open(
      variants.map((variant) => ({ variant })),
      { provider },
    )
    const [key, name, length, refused, page] = [
      await failure(model, tools),
      await failure(model, tools),
      await failure(model, tools),
      await failure(model, tools),
      await failure(model),
    ]
    expect(key.message).toContain('does not accept the key')
    expect(name.message).toContain('has no model "fake-model"')
    expect(isTooLong(length)).toBe(true)
    expect(isTooLong(name)).toBe(false)
    expect(refused.code).toBe('tools-unsupported')
    expect(model.toolCalls).toBe('text')
    expect(page.message).toContain('shows a page')
    for (const { message, hint } of [key, name, length, refused, page]) {
      expect(`${message} ${hint}`).not.toMatch(/sk-|test-key|[{}<>\n]| at .*:\d+/)
      expect(hint).toMatch(/\.$/)
    }
  })

  it('leaves a page with an error out of its message', async () => {
    const { model } = await open([{ variant: 'html-error' }], { provider, retries: 0 })
    expect((await failure(model)).message).toMatch(/failed \(502\)$/)
  })

  it('gives an empty answer as it is', async () => {
    const { model } = await open([{ variant: 'empty' }], { provider })
    expect((await read(model)).map(({ kind }) => kind)).toEqual(['end'])
  })
})

describe('openModel', () => {
  it('understands servers that leave the role and the tokens out', async () => {
    const { model } = await open([{ text: 'Yes', variant: ['no-role', 'no-usage'] }])
    expect(await read(model)).toEqual([
      { kind: 'text', text: 'Yes' },
      { kind: 'end', reason: 'stop', usage: undefined },
    ])
  })

  it('tells thoughts from text', async () => {
    for (const provider of ['ollama', 'anthropic', 'google'] as const) {
      const { model } = await open([{ thinking: 'Hm.', text: 'Yes' }], { provider })
      expect((await read(model)).slice(0, 2)).toEqual([
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'Yes' },
      ])
    }
  })

  it('asks the server for a model where none is named', async () => {
    const { model } = await open([], { model: undefined })
    expect(model.id).toBe('fake-model')
  })

  it('costs nothing on this machine, else what its price is', async () => {
    const reply = { text: 'Yes', usage: { input: 1000, output: 100, cached: 400 } }
    const local = await open([reply], { provider: 'anthropic', model: 'claude-opus-5-5' })
    expect((await read(local.model)).at(-1)).toMatchObject({ usage: { cost: 0 } })
    const remote = await open([reply, reply], { provider: 'openai', model: 'gpt-6.1-sol-2026-10-26' })
    expect(remote.model.isLocal).toBe(false)
    expect((await read(remote.model)).at(-1)).toMatchObject({
      usage: { cost: (600 * 2 + 400 * 0.1 + 100 * 10) / 1e6 },
    })
    const unknown = await open([reply], { provider: 'openai' })
    expect((await read(unknown.model)).at(-1)).not.toHaveProperty('usage.cost')
  })

  it('does not take a model that Ollama has elsewhere for local', async () => {
    expect((await open([], { model: 'gpt-oss:120b-cloud' })).model.isLocal).toBe(false)
    expect((await open([])).model.isLocal).toBe(true)
  })

  it('bounds the answer, keeps nothing at OpenAI, and lets Anthropic cache what comes again', async () => {
    const openai = await open([{ text: 'Yes' }], { provider: 'openai', maxTokens: 77 })
    await read(openai.model)
    expect(openai.server.requests[0]?.body).toMatchObject({ max_output_tokens: 77, store: false })
    const anthropic = await open([{ text: 'Yes' }], { provider: 'anthropic', maxTokens: 77 })
    await read(anthropic.model, { maxTokens: 55 })
    const cached = { cache_control: { type: 'ephemeral' } }
    expect(anthropic.server.requests[0]?.body).toMatchObject({
      max_tokens: 55,
      system: [{ text: 'Be brief.', ...cached }],
      messages: [{ role: 'user', content: [cached] }],
    })
  })

  it('speaks chat completions to a server that is not OpenAI, under its own name', async () => {
    const { server } = await open([{ text: 'Yes' }, { variant: 'overloaded' }])
    const other = await open([], { provider: 'openai', baseUrl: server.url, apiKey: undefined, retries: 0 })
    expect(textOf(await read(other.model))).toBe('Yes')
    expect(server.requests[0]?.path).toBe('/v1/chat/completions')
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
    expect((await failure(other.model)).message).toMatch(/^The server at 127\.0\.0\.1:\d+ is overloaded/)
  })

  it('sends calls as text to a model without calls', async () => {
    const { model, server } = await open([{ text: 'Yes' }], { toolCalls: 'text' })
    const messages = [...ask.messages, { role: 'assistant', content: '', tool_calls: [call] }]
    await read(model, { messages, tools: [recall] })
    expect(model.toolCalls).toBe('text')
    expect(server.requests[0]?.body).not.toHaveProperty('tools')
    expect(JSON.stringify(server.requests[0]?.body)).toContain('<tool_call name=')
  })

  it('calls a tool by its own name, though the provider does not accept it', async () => {
    const { model, server } = await open([{ toolCalls: [{ ...call, name: '_recall' }] }])
    const [event] = await read(model, { tools: [{ ...recall, name: '@recall' }] })
    expect(event).toMatchObject({ call: { name: '@recall' } })
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"name":"_recall"')
  })

  it('keeps what a model wrote as arguments when it is no JSON', async () => {
    const { model } = await open([{ toolCalls: [{ ...call, arguments: '{"query": the' }] }])
    expect((await read(model, { tools: [recall] }))[0]).toEqual({
      kind: 'tool-call',
      call: { id: 'c1', name: 'recall', raw: '{"query": the' },
    })
  })

  it('waits longer for the first byte of a server on this machine', async () => {
    const { model, world, server } = await open([])
    server.say(() => {
      world.advance(200_000)
      return { text: 'Yes' }
    })
    expect(textOf(await read(model))).toBe('Yes')
    server.say(() => {
      world.advance(300_000)
      return { variant: 'silent' }
    })
    expect((await failure(model)).message).toContain('did not finish its answer in 300 seconds')
  })

  it('asks again when the connection breaks before anything was said', async () => {
    const { model } = await open([{ toolCalls: [call], variant: 'cut' }, { text: 'Yes' }])
    const events = await read(model, { tools: [recall] })
    expect(events.map(({ kind }) => kind)).toEqual(['retry', 'text', 'end'])
  })

  it('gives up after its repetitions, and at once when it were to wait for long', async () => {
    const { model, server } = await open(
      Array.from({ length: 3 }, () => ({ variant: 'overloaded' as const })),
    )
    expect((await failure(model)).message).toBe('Ollama is overloaded: The model is overloaded')
    expect(server.requests).toHaveLength(3)
    server.say({ variant: 'rate-limited', retryAfter: '3600' })
    expect((await failure(model)).message).toContain('asked too often')
    expect(server.requests).toHaveLength(4)
  })

  it('says where nobody listens', async () => {
    const { model, server } = await open([])
    await server.close()
    const { message, hint } = await failure(model)
    expect(message).toMatch(/^Ollama cannot be reached at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/)
    expect(hint).toContain('ollama serve')
  })

  it('closes the connection when nobody reads on', async () => {
    const { model, server } = await open([{ text: 'one two', variant: 'stalled' }, { text: 'three' }])
    for await (const event of model.answer(ask)) if (event.kind === 'text') break
    expect(textOf(await read(model))).toBe('three')
    expect(server.requests).toHaveLength(2)
  })
})
