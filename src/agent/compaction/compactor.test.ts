import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../../chatcli.ts'
import { summaryBody } from '../../conversation/compaction/summary-body.ts'
import { markedKeys } from '../../conversation/compaction/recall-marker.ts'
import type { Message } from '../../conversation/message.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { ChatCliError } from '../../errors.ts'
import { tooLong } from '../../models/is-too-long.ts'
import type { Model, ModelRequest } from '../../models/model.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { ActiveConversation } from '../active-conversation.ts'
import { fenceRecalled } from '../fence-recalled.ts'
import { createRecallTool } from '../recall-tool.ts'
import { says, type ScriptStep, type ScriptedModel, scriptedModel } from '../scripted-model.suite.ts'
import { type TurnEvent, type TurnOptions, type TurnOutcome, runTurn } from '../turn.ts'
import { type Compactor, createCompactor } from './compactor.ts'

const home = '/home/ada/.chatcli'
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const overflow = new ChatCliError('provider', `${tooLong} parrot-1`)

let disk: SimulatedDisk
let time: number
let windowTokens: number
let marks: number

interface World {
  readonly chatcli: ChatCli
  readonly conversation: ActiveConversation
  readonly compactor: Compactor
  readonly events: TurnEvent[]
  readonly abort: AbortController
  readonly ask: (text: string, model: Model, more?: Partial<TurnOptions>) => Promise<TurnOutcome>
}

beforeEach(() => {
  disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 4, 4, 11) })
  time = Date.UTC(2026, 4, 4, 12)
  windowTokens = 100_000
  marks = 0
})

function world({ transcripts = true, name }: { transcripts?: boolean; name?: string } = {}): World {
  const now = (): number => (time += 10)
  const chatcli = openChatCli({ home, disk: disk.anotherProcess(), now, transcripts })
  const later = (): (() => void) => () => undefined
  const options = { now, later, autosave: true, writeThrough: true }
  const conversation = new ActiveConversation(chatcli.sessions, options)
  if (name !== undefined) conversation.attach(name)
  const compactor = createCompactor({
    archive: chatcli.archive,
    contextWindow: () => Promise.resolve(windowTokens),
    microcompact: {},
    skillAgeTurns: 6,
    now,
    newMark: () => `mark${++marks}`,
  })
  const events: TurnEvent[] = []
  const abort = new AbortController()
  let ids = 0
  const ask: World['ask'] = (text, model, more = {}) =>
    runTurn(user(text), {
      conversation,
      model,
      mode: 'chat',
      instructions: 'Be brief.',
      tools: [],
      decide: () => Promise.resolve({ allowed: true }),
      signal: abort.signal,
      compactor,
      maxSteps: 20,
      now,
      newId: () => `call-${++ids}`,
      onEvent: (event) => events.push(event),
      ...more,
    })
  return { chatcli, conversation, compactor, events, abort, ask }
}

/** Turns of about 100 tokens each. */
function talk({ conversation }: World, turns: number): void {
  for (let k = 0; k < turns; k++) {
    conversation.live.append([
      user(`question ${k}: ${'how high does the tide stand there '.repeat(5)}`),
      assistant(`We decided on harbour ${k}. ${'the water stands high today '.repeat(5)}`),
    ])
  }
}

/** A turn with a long result of a tool. */
function look({ conversation }: World, result: string, id = 'c1'): void {
  const call = { id, name: 'read', arguments: { path: 'log' } }
  const answers = [{ ...assistant(''), tool_calls: [call] }]
  conversation.live.append([
    user('look'),
    ...answers,
    { role: 'tool', tool_call_id: id, content: result },
    assistant('seen'),
  ])
}

const log = 'the lighthouse keeper writes\n'.repeat(400)
const texts = (messages: readonly Message[]): string[] => messages.map(({ content }) => content)
const reasons = ({ conversation }: World): string[] => {
  const { live } = conversation
  return live.whole().rewrites.map(({ reason }) => reason)
}
const compacted = ({ events }: World): TurnEvent[] => events.filter(({ kind }) => kind === 'compacted')

describe('before each call', () => {
  it('old results are shortened, and can be recalled', async () => {
    const one = world()
    look(one, log)
    talk(one, 2)
    const recall = createRecallTool({ read: (key) => one.chatcli.archive.get(key), newMark: () => 'm' })
    const model = scriptedModel([says('first'), says('second')])
    await one.ask('and now?', model, { tools: [recall] })
    const [request] = model.requests
    const shown = request?.messages.find(({ role }) => role === 'tool')?.content ?? ''
    expect(shown.length).toBeLessThan(log.length / 2)
    const [key = ''] = markedKeys(shown)
    expect(one.chatcli.archive.get(key)).toBe(log)
    expect(request?.tools.map(({ name }) => name)).toEqual(['recall'])
    expect(reasons(one)).toEqual(['microcompact'])
    expect(texts(one.conversation.live.entries.map(({ message }) => message))).toContain(log)
    // Nothing that nobody needs to know.
    expect(compacted(one)).toEqual([])
  })

  it('no tool is offered that has nothing to recall', async () => {
    const one = world()
    const recall = createRecallTool({ read: () => undefined, newMark: () => 'm' })
    for (const toolCalls of ['native', 'text'] as const) {
      const model = scriptedModel([says('fine')], { toolCalls })
      await one.ask('hello', model, { tools: [recall] })
      expect(JSON.stringify(model.requests)).not.toContain('recall')
    }
  })

  it('each step is an event of its own', async () => {
    const one = world()
    look(one, log, 'c1')
    look(one, log, 'c2')
    one.conversation.live.append([
      user('go'),
      { ...assistant(''), tool_calls: [{ id: 'lost', name: 'read', arguments: {} }] },
    ])
    talk(one, 6)
    await one.ask('and now?', scriptedModel([says('fine')]))
    expect(reasons(one)).toEqual(['repair', 'dedup', 'microcompact'])
  })

  it('what another surface is about to answer stays', async () => {
    const one = world({ name: 'tide-notes' })
    talk(one, 2)
    one.conversation.live.save()
    const other = world({ name: 'tide-notes' })
    const { live } = other.conversation
    const turn = live.newTurn()
    const call = { id: 'o1', name: 'read', arguments: {} }
    live.append([user('its question'), { ...assistant(''), tool_calls: [call] }], { turn, end: false })
    talk(one, 12)
    await one.ask('mine', scriptedModel([says('fine')]))
    expect(reasons(one)).toEqual([])
    live.append([{ role: 'tool', tool_call_id: 'o1', content: log }, assistant('there')], { turn })
    await one.ask('mine again', scriptedModel([says('fine')]))
    expect(reasons(one)).toEqual(['microcompact'])
  })
})

describe('a window that is about to be full', () => {
  it('is summarised by the model, and goes on', async () => {
    const one = world()
    talk(one, 20)
    windowTokens = 2000
    const model = scriptedModel([says('## Decisions\n- harbours'), says('high'), says('still high')])
    expect(await one.ask('the last question', model)).toMatchObject({ end: 'done', text: 'high' })
    const [summary, answer] = model.requests
    expect(summary?.messages).toHaveLength(1)
    expect(summary?.instructions).toContain('conversation-mark')
    expect(answer?.messages.at(-1)?.content).toBe('the last question')
    expect(answer?.messages.some((message) => summaryBody(message) === '## Decisions\n- harbours')).toBe(true)
    expect(compacted(one)).toMatchObject([{ reason: 'full', level: 'summary' }])
    expect(one.conversation.live.entries).toHaveLength(42)
    // Not again in the next turn.
    await one.ask('one more', model)
    expect(model.requests).toHaveLength(3)
  })

  it('is summarised in the words that were said when the model fails', async () => {
    const one = world()
    talk(one, 20)
    windowTokens = 2000
    const broken = new ChatCliError('provider', 'It is down')
    const model = scriptedModel([[broken], says('high')])
    expect(await one.ask('the last question', model)).toMatchObject({ end: 'done', text: 'high' })
    const window = one.conversation.messages
    expect(window.some((message) => summaryBody(message)?.includes('decided on harbour'))).toBe(true)
  })

  it('leaves nothing in the archive that no transcript names', async () => {
    const one = world()
    for (let k = 0; k < 8; k++) {
      const call = { id: `c${k}`, name: 'write', arguments: { content: `${k} ${log}` } }
      const written: Message = { role: 'tool', tool_call_id: call.id, content: 'written' }
      one.conversation.live.append([user('write'), { ...assistant(''), tool_calls: [call] }, written])
    }
    talk(one, 20)
    windowTokens = 2000
    await one.ask('the last question', scriptedModel([says('## Facts\n- All of it.'), says('well')]))
    expect(compacted(one)).toMatchObject([{ level: 'summary' }])
    const named = markedKeys(JSON.stringify(one.conversation.messages))
    expect(disk.list(`${home}/ccr`)).toEqual(named.map((key) => `${key}.ccr`))
    expect(named).toHaveLength(1)
  })

  it('stays as it is when the person stops it', async () => {
    const one = world()
    talk(one, 20)
    windowTokens = 2000
    const model = scriptedModel([[() => one.abort.abort(), 'stall']])
    expect(await one.ask('the last question', model)).toMatchObject({ end: 'interrupted' })
    expect(reasons(one)).toEqual([])
    expect(one.conversation.messages).toHaveLength(41)
  })

  it('is not tried again and again when nothing helps', async () => {
    const one = world()
    talk(one, 6)
    windowTokens = 700
    const model = scriptedModel(Array.from({ length: 9 }, () => says('a very brief answer')))
    for (const text of ['one', 'two', 'three', 'four']) await one.ask(text, model)
    expect(compacted(one).length).toBeLessThanOrEqual(1)
  })
})

describe('a conversation that the model calls too long', () => {
  it('is compacted, told in one line, and asked again', async () => {
    const one = world()
    talk(one, 20)
    const model = scriptedModel([[overflow], says('## Facts\n- tides'), says('high')])
    expect(await one.ask('the last question', model)).toMatchObject({ end: 'done', text: 'high' })
    expect(compacted(one)).toMatchObject([{ reason: 'overflow', level: 'summary' }])
    // What was learnt of its window holds from now on.
    talk(one, 20)
    const next = scriptedModel([says('## Facts\n- more'), says('higher')])
    await one.ask('another', next)
    expect(compacted(one)).toHaveLength(2)
  })

  it('is given up after two attempts, and nothing said is lost', async () => {
    const one = world()
    talk(one, 20)
    const summary = says('## Facts\n- tides')
    const model = scriptedModel([[overflow], summary, [overflow], summary, [overflow], summary])
    expect(await one.ask('the last question', model)).toMatchObject({ end: 'failed', error: overflow })
    expect(compacted(one)).toHaveLength(2)
    expect(one.conversation.live.entries).toHaveLength(41)
    expect(one.conversation.messages.at(-1)?.content).toBe('the last question')
  })

  it('is an error at once when nothing can be made shorter', async () => {
    const one = world()
    const model = scriptedModel([[overflow]])
    expect(await one.ask('hello', model)).toMatchObject({ end: 'failed', error: overflow })
    expect(model.requests).toHaveLength(1)
  })
})

describe('without a transcript', () => {
  it('the request is made smaller, and the conversation keeps every word', async () => {
    const one = world({ transcripts: false, name: 'tide-notes' })
    look(one, log)
    talk(one, 20)
    windowTokens = 2000
    const model = scriptedModel([says('high'), says('low')])
    await one.ask('the last question', model)
    expect(model.requests[0]?.messages.length).toBeLessThan(20)
    expect(model.requests[0]?.messages.at(-1)?.content).toBe('the last question')
    expect(one.conversation.messages).toHaveLength(46)
    expect(texts(one.conversation.messages)).toContain(log)
    const compact = { live: one.conversation.live, model, signal: one.abort.signal }
    await expect(one.compactor.compact(compact)).rejects.toMatchObject({ code: 'refused' })
  })
})

describe('a compaction that a person asked for', () => {
  const compact = (one: World, model?: ScriptedModel, instruction?: string) => {
    const { live } = one.conversation
    return one.compactor.compact({ live, model, instruction, signal: one.abort.signal })
  }

  it('is made however small the window is, with and without a model', async () => {
    for (const model of [undefined, scriptedModel([says('## Facts\n- keep it')])]) {
      const one = world()
      talk(one, 10)
      const { level, before, after } = await compact(one, model, 'the harbours')
      expect(level).toBe('summary')
      expect(after).toBeLessThan(before)
      expect(one.conversation.messages).toHaveLength(11)
      expect(one.conversation.messages[0]?.content).toContain('the harbours')
      if (model !== undefined) expect(model.requests[0]?.instructions).toContain('the harbours')
    }
  })

  it.each<[string, readonly ScriptStep[]]>([
    ['fails', [new ChatCliError('provider', 'It is down')]],
    ['is stopped', ['stall']],
  ])('changes nothing when the model %s', async (what, steps) => {
    const one = world()
    talk(one, 10)
    if (what === 'is stopped') one.abort.abort()
    await expect(compact(one, scriptedModel([steps]))).rejects.toBeInstanceOf(ChatCliError)
    expect(reasons(one)).toEqual([])
  })

  it('is refused when there is too little', async () => {
    const one = world()
    talk(one, 3)
    await expect(compact(one)).rejects.toMatchObject({ code: 'refused' })
  })

  it('gives a model only what it may have', async () => {
    const one = world()
    talk(one, 10)
    const model = scriptedModel([says('## Facts\n- keep it')])
    const given = (messages: readonly Message[]): Promise<readonly Message[]> =>
      Promise.resolve(messages.map((message) => ({ ...message, content: 'withheld' })))
    await one.compactor.compact({ live: one.conversation.live, model, given, signal: one.abort.signal })
    const asked: ModelRequest | undefined = model.requests[0]
    expect(asked?.messages[0]?.content).toContain('withheld')
    expect(asked?.messages[0]?.content).not.toContain('tide')
  })
})

it('what other conversations said is recalled with consent only', () => {
  const consent = { subject: 'send it', scope: 'recall to far' }
  const fenced = fenceRecalled('a secret', 'abc')
  const read = (key: string): string => (key.startsWith('0') ? fenced : 'plain')
  const tool = createRecallTool({ read, consent, newMark: () => 'm' })
  expect(tool.needs({ key: '0123456789abcdef' })).toEqual({ tool: 'session', ...consent })
  expect(tool.needs({ key: 'f123456789abcdef' })).toBeUndefined()
})
