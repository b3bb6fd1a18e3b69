import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import type { SimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import type { Model } from '../models/model.ts'
import { openChatCli } from '../open-chatcli.ts'
import { ActiveConversation } from './active-conversation.ts'
import type { ConversationEvent } from './conversation-events.ts'
import { says, scriptedModel } from './scripted-model.suite.ts'
import { type TurnOptions, runTurn } from './turn.ts'

let disk: SimulatedDisk
let chatcli: ChatCli
let conversation: ActiveConversation
let events: ConversationEvent[]
let time: number

beforeEach(() => {
  disk = createSimulatedDisk()
  time = Date.UTC(2026, 4, 4, 12)
  chatcli = openChatCli({ home: '/home/ada/.chatcli', disk, now: () => (time += 10) })
  conversation = new ActiveConversation(chatcli.sessions, {
    now: () => time,
    later: () => () => undefined,
    autosave: true,
    writeThrough: true,
  })
  events = []
  conversation.subscribe((event) => events.push(event))
})

function turn(question: string): void {
  conversation.beginTurn()
  conversation.live.append([
    { role: 'user', content: question },
    { role: 'assistant', content: `about ${question}` },
  ])
  conversation.endTurn()
}

/** What happened, and empties the list. */
function rotations(): unknown[] {
  const told = events.map((event) => {
    if (event.kind !== 'rotated') return event.kind
    const { reason, from, to } = event
    return [reason, from.name, to.name, from.transcriptId === to.transcriptId ? 'same' : 'other']
  })
  events = []
  return told
}

describe('a conversation is another one from now on', () => {
  it('when one is begun, saved, loaded, attached or detached, once each', () => {
    chatcli.sessions.save('moor', [{ role: 'user', content: 'peat' }])
    turn('tides')
    expect(rotations()).toEqual([])
    conversation.save('sea')
    expect(rotations()).toEqual([['save', undefined, 'sea', 'same']])
    conversation.load('moor')
    expect(rotations()).toEqual([['load', 'sea', 'moor', 'other']])
    conversation.attach('sea')
    expect(rotations()).toEqual([['attach', 'moor', 'sea', 'other']])
    conversation.attach('sea')
    conversation.save()
    turn('moons')
    expect(rotations()).toEqual([])
    conversation.detach()
    expect(rotations()).toEqual([['detach', 'sea', undefined, 'other']])
    conversation.startNew()
    expect(rotations()).toEqual([['new', undefined, undefined, 'other']])
    conversation.attach('dunes')
    expect(rotations()).toEqual([['attach', undefined, 'dunes', 'other']])
  })

  it('when it is forked, renamed, deleted or recovered', () => {
    turn('tides')
    conversation.save('sea')
    rotations()
    conversation.fork('ocean')
    expect(rotations()).toEqual([['fork', 'sea', 'ocean', 'other']])
    conversation.rename('ocean', 'waves')
    expect(rotations()).toEqual([['rename', 'ocean', 'waves', 'same']])
    conversation.delete('sea')
    expect(rotations()).toEqual([])
    conversation.delete('waves')
    expect(rotations()).toEqual([['delete', 'waves', undefined, 'other']])
    const crashed = chatcli.sessions.create()
    crashed.append([{ role: 'user', content: 'dunes' }])
    conversation.recover(chatcli.sessions.unsaved()[0]?.name ?? '')
    expect(rotations()).toEqual([['recover', undefined, undefined, 'other']])
    expect(conversation.live.transcriptId).toBe(crashed.transcriptId)
  })

  it('when its session is renamed or deleted elsewhere, told with the next turn', () => {
    turn('tides')
    conversation.save('sea')
    rotations()
    chatcli.sessions.rename('sea', 'ocean')
    conversation.beginTurn()
    expect(rotations()).toEqual([['elsewhere', 'sea', 'ocean', 'same']])
    chatcli.sessions.delete('ocean')
    turn('moons')
    conversation.beginTurn()
    // It goes on in a new transcript, which begins with what is said next.
    expect(rotations()).toEqual([
      ['elsewhere', 'ocean', undefined, 'same'],
      ['elsewhere', undefined, undefined, 'other'],
    ])
  })

  it('not when what was asked for failed', () => {
    turn('tides')
    expect(() => conversation.load('nowhere')).toThrow('nowhere')
    expect(rotations()).toEqual([])
  })

  it('and a listener that throws or asks changes nothing', () => {
    const names: (string | undefined)[] = []
    conversation.subscribe(() => {
      names.push(conversation.name)
      throw new Error('on the way')
    })
    turn('tides')
    conversation.save('sea')
    expect(names).toEqual(['sea'])
    turn('moons')
    expect(conversation.leave()).toEqual({ kind: 'saved', name: 'sea' })
  })
})

describe('a turn is over', () => {
  const ask = (model: Model, more: Partial<TurnOptions> = {}): Promise<unknown> =>
    runTurn(
      { role: 'user', content: 'tides?' },
      {
        conversation,
        model,
        mode: 'agent',
        instructions: 'Be brief.',
        tools: [],
        decide: () => Promise.resolve({ allowed: true }),
        signal: new AbortController().signal,
        maxSteps: 2,
        now: () => time,
        newId: () => 'call',
        onEvent: () => undefined,
        ...more,
      },
    )
  const ends = (): unknown[] =>
    events.map((event) => (event.kind === 'turn-completed' ? event.end : event.kind))
  const call = { id: 'c', name: 'look', arguments: {} }
  const calls = [
    { kind: 'tool-call', call },
    { kind: 'end', reason: 'tool-calls', usage: undefined },
  ] as const

  it('with its answer on the disk, and says which it was', async () => {
    conversation.save('sea')
    events = []
    let said: readonly string[] = []
    conversation.subscribe(() => {
      said = chatcli.sessions.record('sea').messages.map(({ message }) => message.content)
    })
    await ask(scriptedModel([says('twice a day')]))
    const { transcriptId } = conversation.live
    const turnOfIt = conversation.live.entries.at(-1)?.turn
    expect(events).toEqual([
      {
        kind: 'turn-completed',
        at: { transcriptId, name: 'sea' },
        turn: turnOfIt,
        mode: 'agent',
        end: 'done',
      },
    ])
    expect(said).toEqual(['tides?', 'twice a day'])
  })

  it.each([
    [
      'length',
      [
        [
          { kind: 'text', text: 'twice' },
          { kind: 'end', reason: 'length', usage: undefined },
        ],
      ],
    ],
    ['steps', [calls, calls]],
    ['failed', [[{ kind: 'text', text: 'twi' }, new ChatCliError('provider', 'It broke off')]]],
    ['failed', [[new Error('nobody thought of it')]]],
  ] as const)('%s', async (end, answers) => {
    await ask(scriptedModel(answers))
    expect(ends()).toEqual([end])
  })

  it('interrupted by the person', async () => {
    const abort = new AbortController()
    const stops = [{ kind: 'text', text: 'twi' } as const, () => abort.abort(), 'stall' as const]
    await ask(scriptedModel([stops]), { signal: abort.signal })
    expect(ends()).toEqual(['interrupted'])
  })

  it('on a disk that refuses', async () => {
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    await ask(scriptedModel([says('twice a day')]))
    expect(ends()).toEqual(['done'])
  })

  it('failed, when what shows it breaks down', async () => {
    const onEvent: TurnOptions['onEvent'] = ({ kind }) => {
      if (kind === 'answered') throw new Error('no terminal')
    }
    await expect(ask(scriptedModel([says('twice a day')]), { onEvent })).rejects.toThrow('no terminal')
    expect(ends()).toEqual(['failed'])
  })
})
