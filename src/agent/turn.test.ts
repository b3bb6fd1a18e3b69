import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import type { TranscriptEvent } from '../conversation/event.ts'
import { readText } from '../disk/read-text.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import type { SimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import type { Model } from '../models/model.ts'
import { openChatCli } from '../open-chatcli.ts'
import { ActiveConversation } from './active-conversation.ts'
import { says, scriptedModel } from './scripted-model.suite.ts'
import type { Tool } from './tool.ts'
import { type TurnEvent, type TurnOptions, type TurnOutcome, runTurn } from './turn.ts'

const home = '/home/ada/.chatcli'
let disk: SimulatedDisk
let chatcli: ChatCli
let conversation: ActiveConversation
let events: TurnEvent[]
let abort: AbortController
let time: number

beforeEach(() => {
  disk = createSimulatedDisk()
  time = Date.UTC(2026, 4, 4, 12)
  chatcli = openChatCli({ home, disk, now: () => (time += 10) })
  conversation = active(chatcli)
  events = []
  abort = new AbortController()
})

function active({ sessions }: ChatCli): ActiveConversation {
  const later = (): (() => void) => () => undefined
  return new ActiveConversation(sessions, { now: () => time, later, autosave: true, writeThrough: true })
}

function ask(text: string, model: Model, more: Partial<TurnOptions> = {}): Promise<TurnOutcome> {
  let ids = 0
  return runTurn(
    { role: 'user', content: text },
    {
      conversation,
      model,
      mode: 'chat',
      instructions: 'Be brief.',
      tools: [],
      decide: () => Promise.resolve({ allowed: true }),
      signal: abort.signal,
      maxSteps: 5,
      now: () => time,
      newId: () => `call-${++ids}`,
      onEvent: (event) => events.push(event),
      ...more,
    },
  )
}

/** Every line on the disk, as `kind` or the mark, role and text. */
function lines(view: SimulatedDisk = disk): string[] {
  return view.list(`${home}/transcripts`).flatMap((file) =>
    readText(view, `${home}/transcripts/${file}`)
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const event = JSON.parse(line) as TranscriptEvent
        if (event.kind === 'mark') return event.mark
        return event.kind === 'message' ? `${event.message.role}: ${event.message.content}` : event.kind
      }),
  )
}

const contents = (): string[] => conversation.messages.map(({ role, content }) => `${role}: ${content}`)

const clock: Tool = {
  name: 'clock',
  about: 'Tells the time.',
  input: { type: 'object' },
  isReadOnly: () => true,
  needs: () => undefined,
  run: () => Promise.resolve({ text: 'noon', isError: false }),
}
const callClock = {
  kind: 'tool-call',
  call: { id: 'c1', name: 'clock', arguments: {} },
} as const
const endOfCalls = { kind: 'end', reason: 'tool-calls', usage: undefined } as const

describe('a turn', () => {
  it('has what was said on the disk before the model is asked', async () => {
    let before: string[] = []
    const model = scriptedModel([
      [() => (before = lines(disk.killed())), { kind: 'text', text: 'Hello.' }, ...says('')],
    ])
    const outcome = await ask('hi', model)
    expect(before).toEqual(['open', 'user: hi', 'dispatch'])
    expect(lines()).toEqual(['open', 'user: hi', 'dispatch', 'assistant: Hello.', 'turn-end'])
    expect(outcome).toMatchObject({ end: 'done', text: 'Hello.', error: undefined })
  })

  it('shows the text as it comes, and gives the window to the model', async () => {
    await ask('hi', scriptedModel([says('Hello.')]))
    const model = scriptedModel([says('Again.')])
    await ask('and now?', model)
    expect(events.filter(({ kind }) => kind === 'text')).toHaveLength(2)
    expect(model.requests[0]?.messages.map(({ content }) => content)).toEqual(['hi', 'Hello.', 'and now?'])
    expect(model.requests[0]?.instructions).toBe('Be brief.')
  })

  it('tells the ids of an answer before it comes, and keeps thoughts in front of what they led to', async () => {
    const think = (text: string) => ({ kind: 'thinking', text }) as const
    const model = scriptedModel([
      [think('Look at '), think('the clock.'), callClock, endOfCalls],
      [{ kind: 'text', text: 'No' }, think('surely'), { kind: 'text', text: 'on.' }, ...says('')],
      [think('Enough.'), new ChatCliError('provider', 'gone')],
    ])
    await ask('what time?', model, { tools: [clock], keepThoughts: true })
    await ask('sure?', model, { keepThoughts: true })
    const { window } = conversation.live.state()
    expect(window.map(({ message: { role, content, meta } }) => [role, content, meta?.['thinking']])).toEqual(
      [
        ['user', 'what time?', undefined],
        ['assistant', 'Look at the clock.', true],
        ['assistant', '', undefined],
        ['tool', 'noon', undefined],
        ['assistant', 'surely', true],
        ['assistant', 'Noon.', undefined],
        ['user', 'sure?', undefined],
        ['assistant', 'Enough.', true],
      ],
    )
    const told = events.flatMap((event) => (event.kind === 'answering' ? [event.thoughtId, event.id] : []))
    expect(window.flatMap(({ id, message }) => (message.role === 'assistant' ? [id] : []))).toEqual(
      told.slice(0, 5),
    )
    expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual(['what time?', '', 'noon'])
  })

  it('keeps no thoughts where nobody asks for them', async () => {
    await ask('hi', scriptedModel([[{ kind: 'thinking', text: 'hm' }, ...says('Hello.')]]))
    expect(contents()).toEqual(['user: hi', 'assistant: Hello.'])
  })

  it('keeps which model said it, in which mode, and what it took', async () => {
    const usage = { inputTokens: 10, outputTokens: 2, cost: 0.5 }
    const model = scriptedModel([
      [
        { kind: 'text', text: 'Hello.' },
        { kind: 'end', reason: 'stop', usage },
      ],
    ])
    const outcome = await ask('hi', model)
    expect(outcome.usage).toMatchObject({ answers: 1, inputTokens: 10, outputTokens: 2, cost: 0.5 })
    expect(conversation.messages[0]?.meta).toEqual({ mode: 'chat' })
    expect(conversation.messages[1]?.meta).toEqual({
      mode: 'chat',
      provider: 'scripted',
      model: 'parrot-1',
      usage,
    })
  })

  it('takes over first what others said, and says so', async () => {
    await ask('hi', scriptedModel([says('Hello.')]))
    conversation.save('sea')
    const other = openChatCli({ home, disk: disk.anotherProcess(), now: () => (time += 10) })
    other.sessions.open('sea').append([{ role: 'user', content: 'from elsewhere' }])
    const model = scriptedModel([says('I see.')])
    await ask('what else?', model)
    expect(model.requests[0]?.messages.map(({ content }) => content)).toContain('from elsewhere')
    expect(events).toContainEqual({ kind: 'notice', notice: { kind: 'caught-up', messages: 1 } })
  })

  it('asks with its own question at the end, whatever another surface asks meanwhile', async () => {
    await ask('hi', scriptedModel([says('Hello.')]))
    conversation.save('sea')
    const other = openChatCli({ home, disk: disk.anotherProcess(), now: () => (time += 10) })
    const elsewhere = other.sessions.open('sea')
    const tool: Tool = {
      ...clock,
      run: () => {
        elsewhere.append([{ role: 'user', content: 'and the tides?' }], { end: false })
        return Promise.resolve({ text: 'noon', isError: false })
      },
    }
    const model = scriptedModel([
      [{ kind: 'text', text: 'Let me look.' }, callClock, endOfCalls],
      says('It is noon.'),
    ])
    await ask('what time is it?', model, { tools: [tool] })
    expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual([
      'hi',
      'Hello.',
      'and the tides?',
      'what time is it?',
      'Let me look.',
      'noon',
    ])
    expect(contents().at(-1)).toBe('user: and the tides?')
  })

  it('cut at the bound of tokens says so', async () => {
    const model = scriptedModel([
      [
        { kind: 'text', text: 'Once upon' },
        { kind: 'end', reason: 'length', usage: undefined },
      ],
    ])
    expect(await ask('a tale', model)).toMatchObject({ end: 'length', text: 'Once upon' })
    expect(conversation.messages[1]?.meta).toMatchObject({ cut: 'length' })
  })
})

describe('tools of a turn', () => {
  it('run after the answer that calls them is on the disk; results are there before the model is asked again', async () => {
    const seen: string[][] = []
    const tool: Tool = {
      ...clock,
      run: () => {
        seen.push(lines(disk.killed()))
        return Promise.resolve({ text: 'noon', isError: false })
      },
    }
    const model = scriptedModel([
      [{ kind: 'text', text: 'Let me look.' }, callClock, endOfCalls],
      [() => seen.push(lines(disk.killed())), ...says('It is noon.')],
    ])
    await ask('what time is it?', model, { tools: [tool] })
    expect(seen[0]?.at(-1)).toBe('assistant: Let me look.')
    expect(seen[1]?.slice(-2)).toEqual(['tool: noon', 'dispatch'])
    expect(conversation.messages[1]?.tool_calls).toEqual([callClock.call])
    expect(contents().at(-1)).toBe('assistant: It is noon.')
    expect(model.requests[0]?.tools).toEqual([tool])
  })

  it('are called in the text of a model that has no calls of its own', async () => {
    const model = scriptedModel(
      [says(`Let me look. <tool_call name="@clock" args='{}' />`), says('It is noon.')],
      { toolCalls: 'text' },
    )
    await ask('what time is it?', model, { tools: [clock] })
    expect(model.requests[0]?.tools).toEqual([])
    expect(model.requests[0]?.instructions).toContain('clock')
    expect(contents()).toEqual([
      'user: what time is it?',
      'assistant: Let me look.',
      'tool: noon',
      'assistant: It is noon.',
    ])
    expect(
      events
        .filter(({ kind }) => kind === 'text')
        .map((event) => 'text' in event && event.text)
        .join(''),
    ).not.toContain('tool_call')
  })

  it('are described in words to a model that refuses them', async () => {
    let toolCalls: Model['toolCalls'] = 'native'
    const refusal = new ChatCliError('tools-unsupported', 'It has no tools')
    const inner = scriptedModel([
      [() => (toolCalls = 'text'), refusal],
      says(`<tool_call name="@clock" args='{}' />`),
      says('It is noon.'),
    ])
    const model: Model = {
      ...inner,
      get toolCalls() {
        return toolCalls
      },
    }
    expect(await ask('what time is it?', model, { tools: [clock] })).toMatchObject({ end: 'done' })
    expect(contents().slice(1)).toEqual(['assistant: ', 'tool: noon', 'assistant: It is noon.'])
    expect(inner.requests.map(({ tools }) => tools.length)).toEqual([1, 0, 0])
  })

  it('are not run for ever', async () => {
    const again = [callClock, endOfCalls]
    const outcome = await ask('loop', scriptedModel([again, again, again, again]), {
      tools: [clock],
      maxSteps: 3,
    })
    expect(outcome.end).toBe('steps')
    expect(lines().at(-1)).toBe('turn-end')
    expect(contents().filter((line) => line === 'tool: noon')).toHaveLength(3)
  })

  it('have a result for each call when the person stops them', async () => {
    const tool: Tool = {
      ...clock,
      run: (_, { signal }) => {
        abort.abort()
        return signal.aborted
          ? Promise.reject(new ChatCliError('interrupted', 'stopped'))
          : Promise.resolve({ text: '', isError: false })
      },
    }
    const two = [callClock, { kind: 'tool-call', call: { ...callClock.call, id: 'c2' } } as const, endOfCalls]
    const outcome = await ask('loop', scriptedModel([two, says('never')]), { tools: [tool] })
    expect(outcome.end).toBe('interrupted')
    expect(conversation.messages.filter(({ role }) => role === 'tool')).toHaveLength(2)
    expect(lines().at(-1)).toBe('turn-end')
  })
})

describe('an answer that breaks off', () => {
  const broken = new ChatCliError('provider', 'The connection was cut', { hint: 'Try again.' })

  it('is kept, marked partial, without the calls that were never run', async () => {
    const model = scriptedModel([[{ kind: 'text', text: 'The tide is' }, callClock, broken]])
    const outcome = await ask('tides?', model, { tools: [clock] })
    expect(outcome).toMatchObject({ end: 'failed', text: 'The tide is', error: { code: 'provider' } })
    expect(conversation.messages[1]).toMatchObject({ content: 'The tide is', meta: { partial: true } })
    expect(conversation.messages[1]?.tool_calls).toBeUndefined()
    expect(lines().slice(-2)).toEqual(['cut-off', 'turn-end'])
  })

  it('before its first word leaves the question, and the next turn works', async () => {
    const outcome = await ask('tides?', scriptedModel([[broken]]))
    expect(outcome.end).toBe('failed')
    expect(contents()).toEqual(['user: tides?'])
    await ask('again?', scriptedModel([says('Two a day.')]))
    expect(contents()).toEqual(['user: tides?', 'user: again?', 'assistant: Two a day.'])
  })

  it('is kept when the person stops it', async () => {
    const model = scriptedModel([[{ kind: 'text', text: 'The tide' }, () => abort.abort(), 'stall']])
    const outcome = await ask('tides?', model)
    expect(outcome).toMatchObject({ end: 'interrupted', text: 'The tide' })
    expect(conversation.messages[1]?.meta).toMatchObject({ partial: true })
  })

  it('for a reason nobody thought of is an error in one sentence', async () => {
    const outcome = await ask('tides?', scriptedModel([[new TypeError('undefined is no function')]]))
    expect(outcome.error).toBeInstanceOf(ChatCliError)
    expect(outcome.error?.message).toContain('undefined is no function')
  })

  it('is put on the disk in parts while it comes', async () => {
    const part = (text: string) => [() => void (time += 3000), { kind: 'text', text } as const]
    const model = scriptedModel([[...part('The tide '), ...part('comes '), ...part('and goes'), 'stall']])
    const running = ask('tides?', model)
    await new Promise(setImmediate)
    const killed = lines(disk.killed())
    abort.abort()
    await running
    expect(killed.slice(-4)).toEqual(['dispatch', 'partial', 'partial', 'partial'])
    expect(contents().at(-1)).toBe('assistant: The tide comes and goes')
  })
})

describe('a disk that refuses', () => {
  it('is told at once, and the turn goes on; it is saved when the disk is well again', async () => {
    await ask('hi', scriptedModel([says('Hello.')]))
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    const model = scriptedModel([[...says('Two a day.'), () => disk.clearFaults()]])
    await ask('tides?', model)
    expect(events.map(({ kind }) => kind)).toContain('not-saved')
    expect(events.map(({ kind }) => kind)).toContain('saved-again')
    expect(chatcli.sessions.unsaved()[0]).toMatchObject({ messages: 4 })
  })
})
