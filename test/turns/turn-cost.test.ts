import { describe, expect, it } from 'vitest'
import { ActiveConversation } from '../../src/agent/active-conversation.ts'
import { says, scriptedModel } from '../../src/agent/scripted-model.suite.ts'
import type { Tool } from '../../src/agent/tool.ts'
import { runTurn } from '../../src/agent/turn.ts'
import { HOME, testHome, type TestHome, turns } from '../scenarios/test-home.suite.ts'

const look: Tool = {
  name: 'look',
  about: 'Looks.',
  input: { type: 'object' },
  isReadOnly: () => true,
  needs: () => undefined,
  run: () => Promise.resolve({ text: 'seen', isError: false }),
}

/** What a turn with one call of a tool asks of the disk, and its session file behind it; not the first one. */
async function costOfTurn(home: TestHome) {
  const disk = home.disk.anotherProcess()
  const { sessions } = home.surface({ disk })
  let due = (): void => {}
  const conversation = new ActiveConversation(sessions, {
    now: () => home.clock.now,
    later(work) {
      due = work
      return () => {}
    },
    autosave: true,
    writeThrough: true,
  })
  conversation.load('tide-notes')
  const call = { kind: 'tool-call', call: { id: 'c1', name: 'look', arguments: {} } } as const
  const calls = { kind: 'end', reason: 'tool-calls', usage: undefined } as const
  const turn = async () => {
    const model = scriptedModel([[{ kind: 'text', text: 'Let me look.' }, call, calls], says('Seen.')])
    const { end } = await runTurn(
      { role: 'user', content: 'What is there?' },
      {
        conversation,
        model,
        mode: 'agent',
        instructions: '',
        tools: [look],
        decide: () => Promise.resolve({ allowed: true }),
        signal: new AbortController().signal,
        maxSteps: 3,
        now: () => home.clock.now,
        newId: () => 'id',
        onEvent: () => {},
      },
    )
    expect(end).toBe('done')
  }
  const counted = async (work: () => void | Promise<void>) => {
    const before = { ...disk.counters }
    await work()
    const { bytesRead, opens, lists, syncs } = disk.counters
    return {
      bytesRead: bytesRead - before.bytesRead,
      opens: opens - before.opens,
      lists: lists - before.lists,
      syncs: syncs - before.syncs,
    }
  }
  await turn()
  due()
  return { turn: await counted(turn), snapshot: await counted(() => due()) }
}

describe('a turn with a tool', () => {
  it('reads nothing of an unchanged session, opens no file, and syncs once for each of its four acknowledgements', async () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2500))
    const { turn, snapshot } = await costOfTurn(home)
    expect(turn).toEqual({ bytesRead: 0, opens: 0, lists: 0, syncs: 4 })
    expect(snapshot.bytesRead).toBeLessThanOrEqual(4096)
    expect(snapshot.lists).toBe(0)
  })

  it('costs the same however many sessions and transcripts there are, and however long it is', async () => {
    const few = testHome()
    few.chatcli.sessions.save('tide-notes', turns(2))
    const many = testHome()
    many.chatcli.sessions.save('tide-notes', turns(200))
    for (let k = 0; k < 1000; k++) {
      many.put(many.session(`other-${k}`), { version: 2, chat_history: turns(1) })
      many.put(`${HOME}/transcripts/tr-${k}.jsonl`, '')
    }
    expect(await costOfTurn(many)).toEqual(await costOfTurn(few))
  })
})
