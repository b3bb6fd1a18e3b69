import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicFormat } from './fake-model-server-anthropic.ts'
import { googleFormat } from './fake-model-server-google.ts'
import { openaiChatFormat } from './fake-model-server-openai.ts'
import {
  echoOf,
  type FakeFormat,
  type FakeReply,
  type FakeVariant,
  fullReply,
  hasVariant,
} from './fake-model-server-reply.ts'
import { openaiResponsesFormat } from './fake-model-server-responses.ts'

type Json = Readonly<Record<string, unknown>>

/** A request for an answer, as it came. */
export interface FakeRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Json
}

/** A scripted answer, or one that depends on the request. */
export type FakeScript = FakeReply | ((request: FakeRequest) => FakeReply)

export interface FakeModelServer {
  /** `http://127.0.0.1:PORT`, for `OLLAMA_HOST`. */
  readonly origin: string
  /** The base URL for every provider but Google: `origin` and `/v1`. */
  readonly url: string
  /** The base URL for Google. */
  readonly googleUrl: string
  /** Every request for an answer so far; those for the list of models are not among them. */
  readonly requests: readonly FakeRequest[]
  /** Adds answers to the script. */
  say(...replies: readonly FakeScript[]): void
  /** Ends the server, and every answer that still hangs. */
  close(): Promise<void>
}

export interface FakeModelServerOptions {
  /** The answers, in order. When they have run out, or there are none, requests are echoed. */
  readonly replies?: readonly FakeScript[]
  /** What `/models` lists; `fake-model` when not given. */
  readonly models?: readonly string[]
  /** A free one when not given. */
  readonly port?: number
}

const failures: Partial<Record<FakeVariant, { status: number; code: string; message: string }>> = {
  'rate-limited': { status: 429, code: 'rate_limit_exceeded', message: 'Rate limit reached for requests' },
  'server-error': { status: 500, code: 'server_error', message: 'The server had an error' },
  overloaded: { status: 503, code: 'overloaded', message: 'The model is overloaded' },
  unauthorised: {
    status: 401,
    code: 'invalid_api_key',
    message: 'Incorrect API key provided: sk-wrong-0123456789',
  },
  'no-such-model': { status: 404, code: 'model_not_found', message: 'The model does not exist' },
  'no-tools': { status: 400, code: 'invalid_request', message: 'fake-model does not support tools' },
  'too-long': {
    status: 400,
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 8192 tokens, however you requested 9000 tokens",
  },
}

/**
 * Starts a server on 127.0.0.1 that speaks as language models do: OpenAI's chat completions (and so Ollama, LM Studio,
 * llama.cpp, vLLM, OpenRouter) and responses, Anthropic's messages, Google's streamGenerateContent, and `/models`.
 *
 * It gives the answers of its script, one per request, whatever the format; see {@link FakeReply} for what they can
 * be. Without a script it echoes: `You said: …` with the last text of the user; `The tool said: …` when the last
 * message is the result of a tool; and a call of a tool when the user's text holds `CALL <tool> <JSON object>`.
 *
 * ```ts
 * const server = await startFakeModelServer({ replies: [{ text: 'Hello' }, { variant: 'rate-limited' }] })
 * const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test' }
 * // … server.requests[0].body.messages …
 * await server.close()
 * ```
 *
 * To run it by hand: `node scripts/run-ts.mjs test/fake-model-server-process.ts [PORT]`.
 */
export async function startFakeModelServer(options: FakeModelServerOptions = {}): Promise<FakeModelServer> {
  const { replies = [], models = ['fake-model'], port = 0 } = options
  const script = [...replies]
  const requests: FakeRequest[] = []
  const server = createServer((incoming, response) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    if (incoming.method === 'GET') return list(path, models, response)
    readBody(incoming).then(
      (body) => {
        const format = formatOf(path)
        if (format === undefined) return sendJson(response, 404, { error: { message: `No ${path} here` } })
        const request = { path, headers: incoming.headers, body }
        requests.push(request)
        const next = script.shift() ?? echoOf(format.question(body))
        return answer(typeof next === 'function' ? next(request) : next, format, request, response)
      },
      // A client that goes away while it speaks is not answered.
      () => response.destroy(),
    )
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/v1`,
    googleUrl: `${origin}/v1beta`,
    requests,
    say: (...more) => {
      script.push(...more)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function formatOf(path: string): FakeFormat | undefined {
  if (path.endsWith('/chat/completions')) return openaiChatFormat
  if (path.endsWith('/responses')) return openaiResponsesFormat
  if (path.endsWith('/messages')) return anthropicFormat
  return path.endsWith(':streamGenerateContent') ? googleFormat : undefined
}

function list(path: string, models: readonly string[], response: ServerResponse): void {
  if (path.endsWith('/models')) {
    // What OpenAI, Anthropic and Google call their entries does not collide.
    const data = models.map((id) => ({ id, object: 'model', type: 'model', display_name: id }))
    const named = models.map((id) => ({ name: `models/${id}` }))
    sendJson(response, 200, { object: 'list', data, has_more: false, models: named })
  } else if (path === '/api/tags') {
    sendJson(response, 200, { models: models.map((name) => ({ name, model: name })) })
  } else if (path === '/') {
    response.end('Ollama is running')
  } else {
    sendJson(response, 404, { error: { message: `No ${path} here` } })
  }
}

function answer(reply: FakeReply, format: FakeFormat, request: FakeRequest, response: ServerResponse): void {
  const is = (variant: FakeVariant): boolean => hasVariant(reply, variant)
  if (is('silent')) return
  if (is('not-json') || is('html-error')) {
    response.writeHead(is('not-json') ? 200 : 502, { 'content-type': 'text/html' })
    response.end('<html><body><h1>Bad gateway</h1></body></html>')
    return
  }
  for (const [variant, { status, code, message }] of Object.entries(failures)) {
    if (!is(variant as FakeVariant)) continue
    if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter)
    sendJson(response, status, format.errorBody(status, message, code))
    return
  }
  const { model } = request.body
  const frames = format.frames(fullReply(reply), typeof model === 'string' ? model : 'fake-model')
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  if (!is('stalled') && !is('cut') && !is('error-event')) {
    for (const frame of frames) response.write(frame)
    response.end()
    return
  }
  const start = frames.slice(0, frames.findIndex((frame) => frame.includes(firstPiece(reply))) + 1)
  const startText = start.join('')
  if (is('error-event')) response.end(startText + format.errorFrame('The model is overloaded'))
  else if (is('stalled')) response.write(startText)
  else response.write(startText, () => response.destroy())
}

/** The first word as it stands in a frame; what is in every frame when there is none. */
function firstPiece(reply: FakeReply): string {
  const [piece] = fullReply(reply).pieces
  return piece === undefined ? '' : JSON.stringify(piece)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readBody(incoming: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json
}
