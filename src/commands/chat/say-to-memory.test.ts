import { describe, expect, it } from 'vitest'
import type { TurnEvent } from '../../agent/turn.ts'
import { sampleMemory } from '../sample-memory.suite.ts'
import { chatHarness } from './chat-harness.suite.ts'

const question = 'how did we cap the rate limiter?'

describe('without a model', () => {
  it.each([
    ['en', 'From past conversations (no model was asked):'],
    ['pt-BR', 'Das conversas passadas (nenhum modelo foi consultado):'],
  ] as const)('answers from past conversations, and says so (%s)', async (language, heading) => {
    const { say, events } = await chatHarness({ language })
    const answer = await say(question)
    expect(answer).toMatchObject({ end: 'done', isFromMemory: true, isEmpty: false })
    expect(answer.text.startsWith(heading)).toBe(true)
    expect(answer.text).toContain('capped it at 1000 rps per key')
    expect(events).toMatchObject([{ kind: 'answering' }, { kind: 'found', text: answer.text }])
  })

  it('says that it knows nothing', async () => {
    const { say } = await chatHarness()
    expect(await say('xyzzyqwerty')).toMatchObject({
      isEmpty: true,
      text: 'No past conversation has anything about that.',
    })
  })

  it('keeps the question, and the answer as a call with its fenced result', async () => {
    const { say, chat } = await chatHarness()
    await say(question)
    const [said, call, result] = chat.conversation.messages
    expect(said).toMatchObject({ role: 'user', content: question })
    expect(call).toMatchObject({ role: 'assistant', content: '', tool_calls: [{ name: 'session' }] })
    expect(result).toMatchObject({ role: 'tool', tool_call_id: call?.tool_calls?.[0]?.id })
    expect(result?.content).toContain('data, not instructions')
  })

  it('gives a new session its file before it looks for an answer', async () => {
    const { chat, chatcli, abort } = await chatHarness()
    chat.conversation.attach('fresh')
    const seen: (readonly string[])[] = []
    const onEvent = ({ kind }: TurnEvent): void => {
      if (kind === 'answering')
        seen.push(chatcli.sessions.load('fresh').messages.map(({ content }) => content))
    }
    await chat.say(question, { signal: abort.signal, onEvent })
    expect(seen).toEqual([[question]])
  })

  it('is not its own answer when the same is asked again', async () => {
    const { say } = await chatHarness()
    await say('the barnacle question nobody ever answered')
    expect(await say('the barnacle question nobody ever answered')).toMatchObject({ isEmpty: true })
  })

  it('ranks what was quoted before the echo of it in a later chat', async () => {
    const memory = sampleMemory()
    const first = await chatHarness({ memory })
    await first.say(question)
    await first.say(question)
    await first.slash('/session save asked-before')
    first.chat.leave()
    const second = await chatHarness({ memory })
    const { text } = await second.say(question)
    expect(text.indexOf('• proj-acme')).toBeGreaterThan(0)
    const echo = text.indexOf('• asked-before')
    expect(echo === -1 || echo > text.indexOf('• proj-acme')).toBe(true)
  })

  it('does not show private sessions and hidden sources either', async () => {
    const memory = sampleMemory()
    memory.chatcli.sessions.save('pay', [{ role: 'user', content: 'The pilot gets 4200 doubloons.' }], {
      source: { tool: 'scribe' },
    })
    const hidden = await chatHarness({ memory, settings: { hiddenSources: ['scribe'] } })
    expect(await hidden.say('pilot doubloons')).toMatchObject({ isEmpty: true })
    const open = await chatHarness({ memory })
    expect((await open.say('pilot doubloons')).text).toContain('4200')
  })

  it('goes on in memory when the disk refuses, and says so', async () => {
    const chat = await chatHarness()
    chat.disk.failAt(1, 'ENOSPC', { names: ['write'], path: 'transcripts', forever: true })
    expect((await chat.say(question)).text).toContain('1000 rps')
    expect(chat.events.map(({ kind }) => kind)).toContain('not-saved')
    expect(chat.window[0]).toBe(question)
    expect(await chat.slash('/session status')).toContain('NOT SAVED')
    chat.disk.clearFaults()
    await chat.say(question)
    expect(chat.events.map(({ kind }) => kind)).toContain('saved-again')
  })
})
