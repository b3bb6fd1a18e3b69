import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { chatHarness, type ChatHarness } from './chat-harness.suite.ts'

const summary = says('## Decisions\n- the harbour stays open')

function talk({ chat }: ChatHarness, turns: number): void {
  for (let k = 0; k < turns; k++) {
    chat.conversation.live.append([
      { role: 'user', content: `question ${k}: ${'how high does the tide stand '.repeat(4)}` },
      { role: 'assistant', content: `We decided on harbour ${k}. ${'the water is high '.repeat(4)}` },
    ])
  }
}

describe('/compact', () => {
  it.each([
    ['en', /^A summary stands for 30 messages now: about [\d,]+ → \d+ tokens\.\n.*\/rewind compact/],
    [
      'pt-BR',
      /^Agora um resumo fica no lugar de 30 mensagens: cerca de [\d.]+ → \d+ tokens\.\n.*\/rewind compact/,
    ],
  ] as const)('says what it did and how it is taken back (%s)', async (language, lines) => {
    const harness = await chatHarness({ answers: [summary], language })
    talk(harness, 20)
    expect(await harness.slash('/compact keep "the harbours", please')).toMatch(lines)
    expect(harness.window).toHaveLength(11)
    expect(harness.window[0]).toContain('the harbour stays open')
    expect(harness.model.requests[0]?.instructions).toContain('keep "the harbours", please')
    await harness.slash('/rewind compact')
    expect(harness.window).toHaveLength(40)
  })

  it('needs no model', async () => {
    const harness = await chatHarness()
    talk(harness, 20)
    await harness.slash('/compact')
    expect(harness.window[0]).toContain('We decided on harbour')
    expect(harness.window).toHaveLength(11)
  })

  it('says when there is too little, and changes nothing when it is stopped', async () => {
    const harness = await chatHarness({ answers: [['stall']] })
    await expect(harness.slash('/compact')).rejects.toMatchObject({ code: 'refused' })
    talk(harness, 20)
    harness.abort.abort()
    await expect(harness.chat.compact(undefined, harness.abort.signal)).rejects.toMatchObject({
      code: 'interrupted',
    })
    expect(harness.window).toHaveLength(40)
  })
})

describe('a chat', () => {
  it('compacts by itself before the window of the person is full, and can recall', async () => {
    const answers = [summary, says('high'), says('again')]
    const harness = await chatHarness({ answers, settings: { contextWindow: 4000, autosave: true } })
    talk(harness, 60)
    const { end } = await harness.say('and the last one?')
    expect(end).toBe('done')
    expect(harness.events.filter(({ kind }) => kind === 'compacted')).toMatchObject([
      { reason: 'full', isRecorded: true },
    ])
    expect(harness.model.requests[1]?.tools.map(({ name }) => name)).toEqual(['session', 'recall'])
    expect(harness.chat.conversation.live.entries).toHaveLength(122)
  })

  it('offers no recall where nothing was put away', async () => {
    const harness = await chatHarness({ answers: [says('hello')] })
    await harness.say('hello')
    expect(harness.model.requests[0]?.tools.map(({ name }) => name)).toEqual(['session'])
  })
})
