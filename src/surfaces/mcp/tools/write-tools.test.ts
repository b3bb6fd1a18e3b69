import type { ClientOptions } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { eras, mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness()
afterEach(async () => {
  await harness.close()
  harness = mcpHarness()
})

const turn = (id: string, content: string, role = 'user'): object => ({ id, role, content })
const walrus = [turn('m1', 'Where does the walrus sleep?'), turn('m2', 'On the ice floe.', 'assistant')]

describe.each(Object.entries(eras))('a conversation of a client over %s', (_, options) => {
  it('is remembered once, found, named, let go of, forked and begun anew', async () => {
    const client = await harness.connect(options)
    const call = (name: string, args: Record<string, unknown> = {}) => harness.call(name, args, client)
    const first = await call('append', { messages: walrus })
    expect(first).toMatchObject({ isError: false, json: { added: 2, known: 0, messages: 2, session: null } })
    const { conversation, mirror } = first.json
    expect(mirror).toMatch(/^mcp-/)
    const again = await call('append', { conversation, messages: [...walrus, turn('m3', 'And in summer?')] })
    expect(again.json).toMatchObject({ added: 1, known: 2, messages: 3, conversation })
    expect((await call('session_search', { query: 'walrus ice floe' })).json).toMatchObject({ total: 1 })
    const own = { query: 'walrus ice floe', conversation }
    expect((await call('session_search', own)).json).toMatchObject({ sessions: [] })

    expect((await call('session_save', { conversation, name: 'walrus' })).json).toMatchObject({
      session: 'walrus',
      mirror: null,
    })
    expect(harness.chatcli.sessions.load('walrus').messages).toHaveLength(3)
    expect((await call('session_detach', { conversation })).json).toMatchObject({ session: null })
    expect((await call('session_attach', { conversation, name: 'walrus' })).json).toMatchObject({
      session: 'walrus',
    })
    const forked = await call('session_fork', { conversation, to: 'walrus-two' })
    expect(forked.json).toMatchObject({ name: 'walrus-two', conversation: { session: 'walrus-two' } })
    const cleared = await call('session_clear', { conversation, confirm: true })
    expect(cleared.json).toMatchObject({ session: null, messages: 0, conversation })
    expect(harness.chatcli.sessions.load('walrus').messages).toHaveLength(3)
    expect((await call('session_status', { conversation })).json).toMatchObject({ model: false })
  })
})

describe('a handle', () => {
  it('of somebody else, or of nobody, is unknown', async () => {
    const { json } = await harness.call('append', { messages: walrus })
    const { conversation } = json
    const other = mcpHarness({ memory: harness.world.memory, principal: () => 'somebody-else' })
    for (const [who, handle] of [
      [other, conversation],
      [harness, 'feedfacefeedface'],
    ] as const)
      for (const tool of ['session_detach', 'session_clear', 'session_status', 'append'])
        expect(
          await who.call(tool, { conversation: handle, ...(tool === 'append' ? { messages: walrus } : {}) }),
        ).toMatchObject({ isError: true, json: { error: { code: 'not-found' } } })
    await other.close()
  })

  it('is needed where the protocol has no sessions, and not before', async () => {
    expect(await harness.call('session_save', { name: 'x' })).toMatchObject({
      isError: true,
      json: { error: { code: 'usage', hint: expect.stringContaining('session_status') } },
    })
    const legacy = await harness.connect({ versionNegotiation: { mode: 'legacy' } })
    await harness.call('append', { messages: walrus }, legacy)
    expect((await harness.call('session_save', { name: 'walrus' }, legacy)).json).toMatchObject({
      session: 'walrus',
      messages: 2,
    })
  })
})

describe('sessions', () => {
  it('are renamed, forked and attached to, but for the private ones', async () => {
    expect((await harness.call('session_rename', { name: 'tide-notes', to: 'tides' })).json).toEqual({
      from: 'tide-notes',
      name: 'tides',
      uri: 'session://tides',
    })
    expect((await harness.call('session_fork', { name: 'tides', to: 'tides-two' })).json).toMatchObject({
      name: 'tides-two',
      messages: 25,
      conversation: null,
    })
    const live = harness.chatcli.sessions.open('tides')
    live.set({ private: true })
    live.save()
    live.close()
    for (const [tool, args] of [
      ['session_rename', { name: 'tides', to: 'x' }],
      ['session_fork', { name: 'tides', to: 'x' }],
      ['session_attach', { name: 'tides' }],
      ['session_delete', { name: 'tides', confirm: true }],
    ] as const)
      expect(await harness.call(tool, args), tool).toMatchObject({
        isError: true,
        json: { error: { code: 'refused' } },
      })
  })
})

const asks: ClientOptions = { capabilities: { elicitation: { form: {} } } }

describe.each(Object.entries(eras))('what destroys, over %s', (_, options) => {
  it('is done with an argument where nobody can be asked, and not without', async () => {
    const client = await harness.connect(options)
    expect(await harness.call('session_delete', { name: 'tide-notes' }, client)).toMatchObject({
      isError: true,
      json: { error: { code: 'refused', hint: expect.stringContaining('confirm: true') } },
    })
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(true)
    const gone = await harness.call('session_delete', { name: 'tide-notes', confirm: true }, client)
    expect(gone.json).toMatchObject({ undo: 'chatcli session restore tide-notes' })
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(false)
  })

  it('is asked for where the client can ask, whatever the model says', async () => {
    const client = await harness.connect({ ...options, ...asks })
    const questions: string[] = []
    let agrees = false
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return { action: 'accept', content: { confirm: agrees } }
    })
    const args = { name: 'tide-notes', confirm: true }
    expect(await harness.call('session_delete', args, client)).toMatchObject({
      isError: true,
      json: { error: { code: 'refused' } },
    })
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(true)
    agrees = true
    expect((await harness.call('session_delete', args, client)).isError).toBe(false)
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(false)
    expect(questions).toEqual(Array(2).fill('Move the session "tide-notes" (25 messages) to the trash?'))
  })
})

describe('an agreement', () => {
  async function asked(args: Record<string, unknown>) {
    const client = await harness.connect({
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      ...asks,
    })
    const first = await client.callTool(
      { name: 'session_delete', arguments: args },
      { allowInputRequired: true },
    )
    const { requestState } = first as unknown as { requestState: string }
    const answer = (state: string, given: Record<string, unknown> = args) =>
      client.request({
        method: 'tools/call',
        params: {
          name: 'session_delete',
          arguments: given,
          requestState: state,
          inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
        },
      } as never)
    return { requestState, answer }
  }

  it('holds for one call with these arguments, once, as it was given', async () => {
    const { requestState, answer } = await asked({ name: 'tide-notes' })
    await expect(answer(requestState, { name: 'proj-acme' })).rejects.toMatchObject({ code: -32602 })
    await expect(answer(`${requestState.slice(0, -2)}AA`)).rejects.toMatchObject({ code: -32602 })
    await expect(answer('v1.e30.AAAA')).rejects.toMatchObject({ code: -32602 })
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(true)
    await answer(requestState)
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(false)
    harness.chatcli.sessions.restore('tide-notes')
    await expect(answer(requestState)).rejects.toMatchObject({ code: -32602 })
    expect(harness.chatcli.sessions.exists('tide-notes')).toBe(true)
    expect(harness.chatcli.sessions.exists('proj-acme')).toBe(true)
  })
})
