import { describe, expect, it } from 'vitest'
import { says, type ScriptedModel } from '../../agent/scripted-model.suite.ts'
import type { Tool } from '../../agent/tool.ts'
import { readText } from '../../disk/read-text.ts'
import { ChatCliError } from '../../errors.ts'
import { callsSession, chatHarness } from './chat-harness.suite.ts'
import type { ComingTurn, TurnSource, TurnSupplement } from './turn-source.ts'

const gives =
  (supplement: TurnSupplement): TurnSource =>
  () =>
    Promise.resolve(supplement)
/** Says it in the first turn only. */
function once(supplement: TurnSupplement): TurnSource {
  let turns = 0
  return () => Promise.resolve(turns++ === 0 ? supplement : {})
}
const asked = ({ requests }: ScriptedModel, request: number): string[] =>
  (requests[request]?.messages ?? []).map(({ content }) => content)

describe('sources of a turn', () => {
  it('are told in order: before the conversation, and in front of the newest words', async () => {
    const sources = [
      gives({ before: 'First rule.', tail: 'It rains.' }),
      gives({}),
      gives({ before: 'Second rule.', tail: 'It blows.' }),
    ]
    const { say, model } = await chatHarness({ answers: [says('Hm.')], sources })
    await say('And now?')
    expect(model.requests[0]?.instructions).toMatch(/\n\nFirst rule\.\n\nSecond rule\.$/)
    expect(asked(model, 0)).toEqual(['It rains.\n\nIt blows.\n\nAnd now?'])
  })

  it('have their word in every request of their turn, and in no other; it is kept nowhere', async () => {
    const answers = [callsSession('list'), says('Two.'), says('Yes.')]
    const { say, model, disk, chat, slash } = await chatHarness({
      answers,
      sources: [once({ tail: 'It rains.' })],
    })
    await say('What is there?')
    await say('Sure?')
    expect([0, 1, 2].map((request) => asked(model, request)[0])).toEqual([
      'It rains.\n\nWhat is there?',
      'It rains.\n\nWhat is there?',
      'What is there?',
    ])
    expect(asked(model, 2).join('\n')).not.toContain('It rains.')
    await slash('/session save kept')
    chat.leave()
    const kept = ['sessions', 'transcripts', 'state'].flatMap((folder) =>
      disk
        .list(`/home/chatcli/${folder}`)
        .filter((name) => disk.stat(`/home/chatcli/${folder}/${name}`)?.kind === 'file')
        .map((name) => readText(disk, `/home/chatcli/${folder}/${name}`)),
    )
    expect(kept.join('\n')).toContain('What is there?')
    expect(kept.join('\n')).not.toContain('It rains.')
  })

  it('see the turn whose words are on the disk, and the messages before them', async () => {
    const turns: ComingTurn[] = []
    const stored: (string | undefined)[] = []
    const source: TurnSource = (turn) => {
      turns.push(turn)
      const { live } = turn.conversation
      stored.push(readText(disk, `/home/chatcli/transcripts/${live.transcriptId}.jsonl`))
      return Promise.resolve({})
    }
    const { say, model, abort, disk } = await chatHarness({
      answers: [says('a'), says('b')],
      sources: [source],
    })
    await say('one')
    await say('two')
    expect(turns).toMatchObject([{ words: 'one', mode: 'chat' }, { words: 'two' }])
    expect(turns[0]?.model).toBe(model)
    expect(turns[0]?.signal).toBe(abort.signal)
    expect(turns.map(({ messages }) => messages.length)).toEqual([0, 2])
    expect(stored[0]).toContain('"one"')
    expect(stored[1]).toContain('"two"')
  })

  it('see what another surface said meanwhile', async () => {
    const seen: string[][] = []
    const source: TurnSource = ({ messages }) => {
      seen.push(messages.map(({ content }) => content))
      return Promise.resolve({})
    }
    const { say, slash, chatcli } = await chatHarness({ answers: [says('a')], sources: [source] })
    await slash('/session attach proj-acme')
    const other = chatcli.sessions.open('proj-acme')
    other.append([{ role: 'user', content: 'Burst sizes?' }])
    other.close()
    await say('and now?')
    expect(seen[0]?.at(-1)).toBe('Burst sizes?')
  })

  it('offer tools in every mode', async () => {
    const tool: Tool = {
      name: 'gauge',
      about: 'Reads the gauge.',
      input: {},
      isReadOnly: () => true,
      needs: () => undefined,
      run: () => Promise.resolve({ text: '3 m', isError: false }),
    }
    const chat = await chatHarness({ answers: [says('a'), says('b')], sources: [gives({ tools: [tool] })] })
    for (const mode of ['chat', 'coder'] as const) {
      chat.chat.mode = mode
      await chat.say('hm')
    }
    const names = chat.model.requests.map(({ tools }) => tools.map(({ name }) => name))
    expect(names).toEqual([
      ['session', 'gauge'],
      ['session', 'gauge'],
    ])
  })

  it.each<[string, TurnSource]>([
    ['throws', () => Promise.reject(new ChatCliError('storage', 'The folder is gone'))],
    [
      'throws at once',
      () => {
        throw new Error('The folder is gone')
      },
    ],
  ])('never stop a turn: one that %s is told', async (_, broken) => {
    const sources = [broken, gives({ tail: 'It rains.' })]
    const { say, events, model } = await chatHarness({ answers: [says('Hm.')], sources })
    expect(await say('And now?')).toMatchObject({ end: 'done', text: 'Hm.' })
    expect(events[0]).toEqual({ kind: 'supplement-failed', reason: 'The folder is gone' })
    expect(asked(model, 0)).toEqual(['It rains.\n\nAnd now?'])
  })

  it('are not waited for when the person interrupts; what was said is kept', async () => {
    let asks = 0
    const stalls: TurnSource = () => {
      asks++
      chat.abort.abort()
      return new Promise(() => undefined)
    }
    const chat = await chatHarness({ answers: [says('Hm.')], sources: [stalls, stalls] })
    expect(await chat.say('And now?')).toMatchObject({ end: 'interrupted' })
    expect(asks).toBe(1)
    expect(chat.window).toEqual(['And now?'])
  })

  it('are not asked when memory answers', async () => {
    let asks = 0
    const source: TurnSource = () => {
      asks++
      return Promise.resolve({})
    }
    const { say } = await chatHarness({ sources: [source] })
    expect(await say('rate limiter')).toMatchObject({ isFromMemory: true, supplements: [] })
    expect(asks).toBe(0)
  })

  it('count for what the model can take', async () => {
    const long = 'It rains on the quay. '.repeat(8000)
    const answers = Array.from({ length: 16 }, () =>
      says('So be it, and here are some words on that. '.repeat(40)),
    )
    const told = async (sources: readonly TurnSource[]): Promise<boolean> => {
      const { say, events, chat } = await chatHarness({
        answers,
        sources,
        settings: { contextWindow: 40_000 },
      })
      for (let turn = 0; turn < 14; turn++) await say(`Turn ${turn}: ${'what of the tide? '.repeat(20)}`)
      chat.leave()
      return events.some(({ kind }) => kind === 'compacted')
    }
    expect(await told([])).toBe(false)
    expect(await told([gives({ tail: long })])).toBe(true)
  })
})

describe('what is shown of a source', () => {
  const shown = { line: 'recalled: tides', whole: 'High water at noon.' }

  it('is told before the answer, and given with what was said', async () => {
    const { say, events } = await chatHarness({ answers: [says('Hm.')], sources: [gives({ shown })] })
    expect((await say('And now?')).supplements).toEqual([shown])
    expect(events[0]).toEqual({ kind: 'supplement', ...shown })
  })

  it('opens with /output, in front of the tools of its turn', async () => {
    const answers = [callsSession('list'), says('Two.'), says('Yes.'), callsSession('list'), says('Two.')]
    const { say, slash } = await chatHarness({ answers, sources: [once({ shown })] })
    await say('What is there?')
    await say('Sure?')
    expect(await slash('/output')).toMatch(
      /^⏺ recalled: tides\nHigh water at noon\.\n\n⏺ @session list\nSaved sessions:/,
    )
    expect(await slash('/output 1')).toBe('⏺ recalled: tides\nHigh water at noon.')
    await say('Look again.')
    expect(await slash('/output')).toMatch(/^⏺ @session list/)
  })

  it('opens alone when its turn used no tool, and not in another conversation', async () => {
    const answers = [callsSession('list'), says('Two.'), says('Yes.')]
    let turns = 0
    const second: TurnSource = () => Promise.resolve(++turns === 2 ? { shown } : {})
    const { say, slash } = await chatHarness({ answers, sources: [second] })
    await say('What is there?')
    await say('Sure?')
    expect(await slash('/output')).toBe('⏺ recalled: tides\nHigh water at noon.')
    await slash('/session new')
    expect(await slash('/output')).toBe('No tool was used yet.')
  })
})
