import { openaiChatFormat } from '../../../test/fake-model-server-openai.ts'
import { type FakeReply, fullReply, hasVariant } from '../../../test/fake-model-server-reply.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { textFor } from '../../text/text-for.ts'
import { type SampleMemory, sampleContext, sampleMemory } from '../sample-memory.suite.ts'
import { chatEnvironment } from './chat-harness.suite.ts'
import type { ChatRequest } from './chat-request.ts'
import { chatSettings } from './chat-settings.ts'

export interface ChatRequestOptions {
  readonly options?: ChatRequest['options']
  readonly environment?: Readonly<Record<string, string>>
  readonly language?: 'en' | 'pt-BR'
  readonly format?: 'text' | 'json'
  readonly memory?: SampleMemory
  /** False: no model is set up. */
  readonly hasModel?: boolean
  readonly isTerminal?: boolean
  /** The working folder, which is looked for on the real disk. */
  readonly cwd?: string
}

const model = {
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  CHATCLI_PROVIDER: 'openai',
  CHATCLI_MODEL: 'tern-1',
}

/** What a command line asks of the chat, on the sample memory. */
export function chatRequest(given: ChatRequestOptions = {}): ChatRequest & { readonly memory: SampleMemory } {
  const {
    options = {},
    language = 'en',
    format = 'text',
    hasModel = true,
    isTerminal = false,
    cwd = '/desk',
  } = given
  const memory = given.memory ?? sampleMemory()
  const environment = {
    ...chatEnvironment,
    ...(hasModel ? { ...model, OPENAI_API_KEY: 'sk-test' } : {}),
    ...given.environment,
  }
  const text = textFor(language)
  return {
    memory,
    options,
    format,
    isNamed: false,
    settings: chatSettings(options, environment, undefined),
    context: sampleContext(memory, { text, environment, isTerminal, cwd }),
    open: ({ home, transcript }) =>
      Promise.resolve(
        openChatCli({ home, disk: memory.disk, now: memory.now, timeZone: 'UTC', transcripts: transcript }),
      ),
  }
}

export interface ScriptedFetch {
  readonly fetch: typeof globalThis.fetch
  /** Bodies of the requests. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
}

/** A provider that speaks OpenAI’s chat completions without a network; a `stalled` reply hangs until it is aborted. */
export function scriptedFetch(replies: readonly FakeReply[]): ScriptedFetch {
  const bodies: Readonly<Record<string, unknown>>[] = []
  return {
    bodies,
    async fetch(_, init) {
      const reply = replies[bodies.length] ?? { text: 'Hm.' }
      bodies.push(JSON.parse(await new Response(init?.body).text()) as Readonly<Record<string, unknown>>)
      if (hasVariant(reply, 'unauthorised')) {
        const error = { message: 'Incorrect API key', code: 'invalid_api_key' }
        return Response.json({ error }, { status: 401 })
      }
      if (hasVariant(reply, 'too-long')) {
        const error = { message: 'Too many tokens', code: 'context_length_exceeded' }
        return Response.json({ error }, { status: 400 })
      }
      const frames = openaiChatFormat.frames(fullReply(reply), 'tern-1')
      const headers = { 'content-type': 'text/event-stream' }
      if (!hasVariant(reply, 'stalled')) return new Response(frames.join(''), { headers })
      const body = new ReadableStream({
        start(controller) {
          const first = JSON.stringify(fullReply(reply).pieces[0])
          const upTo = frames.findIndex((frame) => frame.includes(first)) + 1
          controller.enqueue(new TextEncoder().encode(frames.slice(0, upTo).join('')))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(body, { headers })
    },
  }
}
