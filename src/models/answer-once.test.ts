import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropicFormat } from '../../test/fake-model-server-anthropic.ts'
import { googleFormat } from '../../test/fake-model-server-google.ts'
import { openaiChatFormat } from '../../test/fake-model-server-openai.ts'
import { fullReply } from '../../test/fake-model-server-reply.ts'
import { openaiResponsesFormat } from '../../test/fake-model-server-responses.ts'
import { answerOnce } from './answer-once.ts'
import { testWorld } from './model-world.suite.ts'
import type { ModelEvent } from './model.ts'

const formats = {
  ollama: openaiChatFormat,
  openai: openaiResponsesFormat,
  anthropic: anthropicFormat,
  google: googleFormat,
} as const

const reply = fullReply({
  text: 'Já decidimos: Redis 🙂 it is',
  toolCalls: [{ id: 'c1', name: 'recall', arguments: { query: 'the cache' } }],
})
const whole = reply.pieces.join('')

interface Outcome {
  readonly text: string
  readonly calls: readonly unknown[]
  readonly isEnded: boolean
}

/** Reads an answer that comes in these pieces, after which the connection is closed in good order. */
async function outcomeOf(provider: keyof typeof formats, pieces: readonly Uint8Array[]): Promise<Outcome> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const events: ModelEvent[] = []
  try {
    const answer = answerOnce(
      testWorld(async () => new Response(body, { headers })),
      {
        reached: {
          provider,
          title: 'It',
          baseUrl: 'https://api.openai.com/v1',
          apiKey: 'key',
          keyVariable: undefined,
          isLocal: false,
        },
        model: 'fake-model',
        request: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
        limits: { stallMs: 1000, timeoutMs: 1000, isPatient: false },
        price: undefined,
        toolOf: (name) => name,
        signal: undefined,
      },
    )
    for await (const event of answer) events.push(event)
  } catch {
    // That it has not ended is told by its events.
  }
  return {
    text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    calls: events.flatMap((event) => (event.kind === 'tool-call' ? [event.call.arguments] : [])),
    isEnded: events.at(-1)?.kind === 'end',
  }
}

describe.each(Object.keys(formats) as (keyof typeof formats)[])('answerOnce of %s', (provider) => {
  const bytes = new TextEncoder().encode(formats[provider].frames(reply, 'fake-model').join(''))

  it('reads the same however the bytes are cut into pieces', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((end, i) => bytes.slice(at[i], end))
        const calls = [{ query: 'the cache' }]
        expect(await outcomeOf(provider, pieces)).toEqual({ text: whole, calls, isEnded: true })
      }),
      { numRuns: 30 },
    ))

  it('never takes an answer that was cut short for a complete one', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (end) => {
        const { text, calls, isEnded } = await outcomeOf(provider, [bytes.slice(0, end)])
        expect(whole.startsWith(text)).toBe(true)
        // Some servers say that it is the end before they say what it took, so the rest may be missing.
        if (isEnded) expect([text, calls]).toEqual([whole, [{ query: 'the cache' }]])
        else expect(calls).toEqual([])
      }),
      { numRuns: 100 },
    ))
})
