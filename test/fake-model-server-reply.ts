/**
 * How a reply goes wrong, or differs as servers do:
 *
 * - `no-role`: no `role` in the deltas (chat completions)
 * - `no-usage`: the tokens are not told
 * - `arguments-whole`: arguments of a tool call come in one piece instead of in fragments
 * - `rate-limited` 429 (with `Retry-After` when {@link FakeReply.retryAfter} is given), `server-error` 500,
 *   `overloaded` 503, `unauthorised` 401, `no-such-model` 404, `no-tools` 400, `too-long` 400
 * - `html-error`: a 502 with a page for people; `not-json`: a 200 with such a page
 * - `empty`: an answer with nothing in it
 * - `silent`: the request is taken and nothing ever comes back
 * - `stalled`: the first piece of the answer comes, then silence until somebody closes
 * - `cut`: the first piece comes, then the connection breaks
 * - `error-event`: the first piece comes, then an error inside the stream
 * - `length`: the answer ended because it was long enough
 */
export type FakeVariant =
  | 'no-role'
  | 'no-usage'
  | 'arguments-whole'
  | 'rate-limited'
  | 'server-error'
  | 'overloaded'
  | 'unauthorised'
  | 'no-such-model'
  | 'no-tools'
  | 'too-long'
  | 'html-error'
  | 'not-json'
  | 'empty'
  | 'silent'
  | 'stalled'
  | 'cut'
  | 'error-event'
  | 'length'

export interface FakeToolCall {
  /** `call-1`, `call-2`, … when not given. */
  readonly id?: string
  readonly name: string
  /** Text is sent as it is, so that arguments can be malformed; anything else as JSON. */
  readonly arguments: unknown
}

/** One scripted answer. Text is streamed word by word. */
export interface FakeReply {
  readonly text?: string
  readonly thinking?: string
  readonly toolCalls?: readonly FakeToolCall[]
  readonly variant?: FakeVariant | readonly FakeVariant[]
  /** The `Retry-After` of an error: seconds or a date. */
  readonly retryAfter?: string
  /** Tokens; 11, 7 and 0 when not given. `input` counts the cached ones too. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number }
}

/** What a reply says when every default is filled in. */
export interface FullReply {
  /** Words, each with the space after it. */
  readonly pieces: readonly string[]
  readonly thinking: string
  readonly calls: readonly {
    readonly id: string
    readonly name: string
    readonly fragments: readonly string[]
  }[]
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number } | undefined
  readonly isLong: boolean
  readonly hasRole: boolean
}

/** What the last message of a request is. */
export interface FakeQuestion {
  readonly kind: 'user' | 'tool'
  readonly text: string
}

/** One way of speaking to a model over HTTP. */
export interface FakeFormat {
  question(body: Readonly<Record<string, unknown>>): FakeQuestion
  /** The frames of the stream, each a complete server-sent event. */
  frames(reply: FullReply, model: string): readonly string[]
  /** A frame that is an error. */
  errorFrame(message: string): string
  errorBody(status: number, message: string, code: string): unknown
}

export function hasVariant(reply: FakeReply, variant: FakeVariant): boolean {
  const { variant: own } = reply
  return typeof own === 'object' ? own.includes(variant) : own === variant
}

export function fullReply(reply: FakeReply): FullReply {
  const isEmpty = hasVariant(reply, 'empty')
  const { input, output, cached = 0 } = reply.usage ?? { input: 11, output: 7 }
  const calls = isEmpty ? [] : (reply.toolCalls ?? [])
  return {
    pieces: isEmpty ? [] : ((reply.text ?? '').match(/\S+\s*|\s+/g) ?? []),
    thinking: reply.thinking ?? '',
    calls: calls.map((call, i) => {
      const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
      const fragments = hasVariant(reply, 'arguments-whole') ? [text] : (text.match(/.{1,5}/gsu) ?? [])
      return { id: call.id ?? `call-${i + 1}`, name: call.name, fragments }
    }),
    usage: hasVariant(reply, 'no-usage') ? undefined : { input, output, cached },
    isLong: hasVariant(reply, 'length'),
    hasRole: !hasVariant(reply, 'no-role'),
  }
}

/** What a server without a script answers: see {@link startFakeModelServer}. */
export function echoOf({ kind, text }: FakeQuestion): FakeReply {
  if (kind === 'tool') return { text: `The tool said: ${text}` }
  const call = /CALL (\S+) (\{.*\})/s.exec(text)
  if (call === null) return { text: `You said: ${text}` }
  return { toolCalls: [{ name: call[1] ?? '', arguments: call[2] ?? '{}' }] }
}

export function sse(data: unknown, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

type Json = Readonly<Record<string, unknown>>

/** The objects of a list that may be none. */
export function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

/** The text of a content that is text or a list of parts with text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
