import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planRewrite } from '../../src/conversation/plan-rewrite.ts'
import type { Message } from '../../src/index.ts'
import { type FakeModelServer, type FakeRequest, startFakeModelServer } from '../fake-model-server.ts'
import { type FakeReply, objectsOf } from '../fake-model-server-reply.ts'
import {
  assistant,
  found,
  HOME,
  recorded,
  said,
  testHome,
  type TestHome,
  turns,
  user,
} from '../scenarios/test-home.suite.ts'
import { chatOn, lookTool, type TestChat } from './chat-on.suite.ts'

const LOOKS = { text: 'Let me look.', toolCalls: [{ id: 'c1', name: 'look', arguments: {} }] }

let server: FakeModelServer
let home: TestHome
beforeAll(async () => {
  server = await startFakeModelServer()
})
afterAll(() => server.close())
beforeEach(() => {
  home = testHome()
})

/** Calls as an assistant makes them, three at once. */
const threeCalls: readonly Message[] = [
  user('read all three'),
  {
    ...assistant('Reading.'),
    tool_calls: ['c1', 'c2', 'c3'].map((id) => ({ id, name: 'look', arguments: { id } })),
  },
  { role: 'tool', content: 'first', tool_call_id: 'c1' },
  { role: 'tool', content: 'third', tool_call_id: 'c3' },
]

/** Takes a file's home away from under a process. */
function removeHome(): void {
  for (const path of home.files()) home.remove(path)
  for (const folder of ['sessions', 'transcripts', 'state', '']) home.disk.removeFolder(join(HOME, folder))
}

/** Leaves only the newest part of the window to the model, as a compaction does. */
function compact({ conversation }: TestChat): void {
  const { live } = conversation
  const seen = live.state().window
  const refs = seen.map(({ ref }) => ref)
  const message = { role: 'user', content: 'a summary', meta: { is_summary: true } }
  const puts = [{ instead: refs.slice(0, -2), message }]
  live.record(planRewrite({ reason: 'compact', seen, keep: refs.slice(-2), puts }))
}

describe('what a model is sent', () => {
  it('P16, R5: of three calls one result is lost: the next turn works, and the record stays as it is', async () => {
    home.chatcli.sessions.save('calls', threeCalls)
    const chat = await chatOn(home.surface(), server, 'calls')
    expect((await chat.say('and now?', [lookTool(() => '')])).end).toBe('done')
    const messages = objectsOf(server.requests.at(-1)?.body['messages'])
    const calls = objectsOf(messages.find(({ role }) => role === 'assistant')?.['tool_calls'])
    const results = messages.filter(({ role }) => role === 'tool')
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(calls.map(({ id }) => id))
    expect(results).toHaveLength(3)
    expect(said(home.surface(), 'calls').slice(0, 5)).toEqual([
      ...threeCalls.map(({ content }) => content),
      'and now?',
    ])
  })

  it.each(['ollama', 'anthropic', 'google'] as const)(
    'R28: turns of another provider, with its thoughts, its ids and calls, can be sent on to %s',
    async (provider) => {
      home.chatcli.sessions.save('moved', [
        user('look'),
        {
          ...assistant('Looking.'),
          reasoning: [{ type: 'thinking', signature: 'abc' }],
          meta: { provider: 'another', model: 'another-1', thinking: 'hm' },
          tool_calls: [{ id: `toolu_${'x'.repeat(60)}|fc:1`, name: '@look at', arguments: '{"a":1}' }],
        },
        { role: 'tool', content: 'seen', tool_call_id: `toolu_${'x'.repeat(60)}|fc:1` },
        assistant('Done.'),
      ])
      const chat = await chatOn(home.surface(), server, 'moved', provider)
      expect(await chat.say('and now?', [lookTool(() => 'seen again')])).toMatchObject({
        end: 'done',
        text: 'You said: and now?',
      })
      expect(chat.sent()).not.toMatch(/signature|thinking"|x{50}/)
      expect(chat.sent()).toContain('seen')
    },
  )

  it('R10: NUL in a text and in a result does not end the session: the model gets neither', async () => {
    server.say(LOOKS)
    const chat = await chatOn(home.surface(), server, 'zero')
    expect((await chat.say('a\u0000b', [lookTool(() => 'c\u0000d')])).end).toBe('done')
    expect(chat.sent()).not.toContain('\\u0000')
    expect((await chat.say('again')).end).toBe('done')
    expect(said(home.chatcli, 'zero').slice(0, 3)).toEqual(['a\u0000b', 'Let me look.', 'c\u0000d'])
  })

  it('R11: a kilobyte of random bytes as a result is kept, and the model is told that it is no text', async () => {
    const bytes = Array.from({ length: 1024 }, (_, i) => String.fromCharCode((i * 73 + 11) % 256)).join('')
    server.say(LOOKS)
    const chat = await chatOn(home.surface(), server, 'bytes')
    expect((await chat.say('what is in it?', [lookTool(() => bytes)])).end).toBe('done')
    expect(chat.sent()).not.toMatch(/\\u00[01]/)
    expect(said(home.chatcli, 'bytes')[2]).toBe(bytes)
    expect((await chat.say('again')).end).toBe('done')
  })

  it('R76: half a surrogate pair is sent as a replacement, and kept as it came', async () => {
    const chat = await chatOn(home.surface(), server, 'half')
    expect((await chat.say('half \ud83d of it')).end).toBe('done')
    expect(chat.sent()).toContain('half \ufffd of it')
    expect(said(home.chatcli, 'half')[0]).toBe('half \ud83d of it')
  })
})

describe('a turn', () => {
  it('P8: two terminals resume one session: the turns of both are there, and both see them', async () => {
    home.chatcli.sessions.save('sea', turns(1))
    const [one, other] = [
      await chatOn(home.surface(), server, 'sea'),
      await chatOn(home.surface(), server, 'sea'),
    ]
    for (let k = 0; k < 3; k++) {
      await one.say(`one ${k}`)
      await other.say(`other ${k}`)
    }
    await Promise.all([one.say('one at last'), other.say('other at last')])
    for (const { conversation } of [one, other]) conversation.beginTurn()
    const texts = one.conversation.messages.map(({ content }) => content)
    expect(other.conversation.messages.map(({ content }) => content)).toEqual(texts)
    expect(texts).toHaveLength(2 + 16)
    expect(new Set(texts).size).toBe(18)
  })

  it('P20, R79: the home removed while an answer comes: what was said is there afterwards', async () => {
    home.chatcli.sessions.save('sea', turns(1))
    const chat = await chatOn(home.surface(), server, 'sea')
    server.say(() => {
      removeHome()
      return { text: 'Still here.' }
    })
    expect(await chat.say('hello?')).toMatchObject({ end: 'done', text: 'Still here.' })
    const [row] = home.surface().sessions.list().sessions
    expect(said(home.surface(), row?.name ?? '')).toEqual([
      'tide question 0',
      'tide answer 0',
      'hello?',
      'Still here.',
    ])
  })

  it('R77: the session deleted while an answer comes: the conversation is whole, the name stays gone', async () => {
    home.chatcli.sessions.save('sea', turns(1))
    const chat = await chatOn(home.surface(), server, 'sea')
    server.say(() => {
      home.surface().sessions.delete('sea')
      return { text: 'Too late.' }
    })
    expect((await chat.say('hello?')).end).toBe('done')
    expect((await chat.say('again')).end).toBe('done')
    expect(chat.events).toContainEqual({
      kind: 'notice',
      notice: { kind: 'deleted-elsewhere', name: 'sea' },
    })
    expect(home.surface().sessions.exists('sea')).toBe(false)
    const [row] = home.surface().sessions.unsaved()
    expect(said(home.surface(), row?.name ?? '').slice(2)).toEqual([
      'hello?',
      'Too late.',
      'again',
      'You said: again',
    ])
  })

  it('R35: what a tool ran and gave is there after resuming, and found', async () => {
    server.say(LOOKS)
    const chat = await chatOn(home.surface(), server, 'sea')
    await chat.say('run it', [lookTool(() => 'kingfisher: command not found')])
    chat.conversation.leave()
    expect(said(home.surface(), 'sea')).toContain('kingfisher: command not found')
    expect(found(home.surface(), 'kingfisher')).toEqual(['sea'])
  })

  it('R64: the program compacts the window twice inside one turn: everything said in it is there', async () => {
    const calls = Array.from({ length: 18 }, (_, i) => `c${i}`)
    const looks = calls.map((id) => ({
      text: `Look ${id}.`,
      toolCalls: [{ id, name: 'look', arguments: {} }],
    }))
    const left = [...looks, { text: 'All seen.' }]
    const next = ({ body }: FakeRequest): FakeReply =>
      JSON.stringify(body).includes('begin\\n\\n--- 1 ')
        ? { text: '## Facts\n- the boats went out' }
        : (left.shift() ?? {})
    // As many answers as there are summaries beside them.
    const scripted = await startFakeModelServer({ replies: Array.from({ length: 40 }, () => next) })
    const chat = await chatOn(home.surface(), scripted, { name: 'sea', contextWindow: 2500 })
    chat.conversation.live.append(turns(10, 'before the storm the sea was calm and the boats went out'))
    let seen = 0
    const long = (): string => `sight ${++seen}: ${'a boat with a red sail goes by. '.repeat(40)}`
    expect(await chat.say('watch', [lookTool(long)])).toMatchObject({ end: 'done', text: 'All seen.' })
    await scripted.close()
    const compactions = chat.events.filter(({ kind }) => kind === 'compacted')
    expect(compactions.length).toBeGreaterThanOrEqual(2)
    expect(chat.conversation.messages.length).toBeLessThan(30)
    chat.conversation.leave()
    const record = recorded(home.surface(), 'sea').map((line) => line.replace(/^\w+: /, ''))
    expect(record.slice(20)).toHaveLength(38)
    expect(record.slice(20, 23)).toEqual(['watch', 'Look c0.', expect.stringMatching(/^sight 1:/)])
    expect(record.at(-1)).toBe('All seen.')
    expect(found(home.surface(), '"sight 3"')).toEqual(['sea'])
  })

  it('R65: compacted, left and resumed: one id, and the window is not empty', async () => {
    const chat = await chatOn(home.surface(), server, 'sea')
    await chat.say('one')
    await chat.say('two')
    const { transcriptId } = chat.conversation.live
    compact(chat)
    chat.conversation.leave()
    const again = await chatOn(home.surface(), server, 'sea')
    expect(again.conversation.live.transcriptId).toBe(transcriptId)
    expect(again.conversation.messages.map(({ content }) => content)).toEqual([
      'a summary',
      'two',
      'You said: two',
    ])
    expect(home.surface().sessions.list().sessions).toMatchObject([{ name: 'sea', transcriptId }])
  })

  it('R80: an answer that breaks off is kept, marked partial, and the next turn works', async () => {
    const chat = await chatOn(home.surface(), server, 'sea')
    server.say({ text: 'Once upon a time', variant: 'cut' })
    expect((await chat.say('a tale')).end).toBe('failed')
    const [, partial] = chat.conversation.messages
    expect(partial).toMatchObject({ role: 'assistant', content: 'Once ', meta: { partial: true } })
    expect((await chat.say('go on')).end).toBe('done')
    chat.conversation.leave()
    expect(said(home.surface(), 'sea')).toEqual(['a tale', 'Once ', 'go on', 'You said: go on'])
  })
})
