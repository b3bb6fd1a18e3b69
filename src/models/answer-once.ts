import type { ToolCall } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import { languageModel, type ProviderModel } from './language-model.ts'
import type { ModelWorld } from './model-world.ts'
import type { ModelEvent } from './model.ts'
import type { Price } from './prices.ts'
import type { Reached } from './reach.ts'
import { type Silence, type SilenceLimits, SilenceWatch } from './silence-watch.ts'
import { usageOf } from './usage-of.ts'
import { watchedFetch } from './watched-fetch.ts'

/** A request as the provider packages take it. */
export type ProviderRequest = Omit<Parameters<ProviderModel['doStream']>[0], 'abortSignal'>

export interface OneAnswer {
  readonly reached: Reached
  readonly model: string
  readonly request: ProviderRequest
  readonly limits: SilenceLimits
  readonly price: Price | undefined
  /** The tool that goes by a name that was sent. */
  readonly toolOf: (name: string) => string
  readonly signal: AbortSignal | undefined
}

/**
 * Asks once. Calls come only when the answer is complete: those of one that breaks off could be cut, too.
 *
 * @throws whatever the provider's package throws; ChatCliError `provider` for silence
 */
export async function* answerOnce(world: ModelWorld, answer: OneAnswer): AsyncGenerator<ModelEvent, void> {
  const { reached, limits, signal } = answer
  const abort = new AbortController()
  const onAbort = (): void => abort.abort()
  let silence: Silence | undefined
  const watch = new SilenceWatch(world, limits, (kind) => {
    silence = kind
    abort.abort()
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    if (signal?.aborted) abort.abort()
    yield* readAnswer(world, answer, abort.signal, () => watch.touch())
  } catch (thrown) {
    throw silence === undefined ? thrown : silenceError(silence, reached.title, limits)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    watch.close()
    // Nobody reads on, so the server need not go on either.
    abort.abort()
  }
}

async function* readAnswer(
  { fetch }: ModelWorld,
  { reached, model: name, request, price, toolOf }: OneAnswer,
  signal: AbortSignal,
  onBytes: () => void,
): AsyncGenerator<ModelEvent, void> {
  const ended = whenAborted(signal)
  const model = await languageModel(reached, name, watchedFetch(fetch, onBytes))
  const { stream } = await Promise.race([ended, model.doStream({ ...request, abortSignal: signal })])
  const reader = stream.getReader()
  const calls: ToolCall[] = []
  try {
    for (;;) {
      const { done, value: part } = await Promise.race([ended, reader.read()])
      if (done) break
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta' && part.delta !== '') yield { kind: 'text', text: part.delta }
      if (part.type === 'reasoning-delta' && part.delta !== '') yield { kind: 'thinking', text: part.delta }
      if (part.type === 'tool-call') calls.push(callOf(part.toolCallId, toolOf(part.toolName), part.input))
      if (part.type !== 'finish') continue
      const { unified, raw } = part.finishReason
      // The packages make up an end where the connection was closed without one.
      if (unified === 'other' && raw === undefined) break
      for (const call of calls) yield { kind: 'tool-call', call }
      yield {
        kind: 'end',
        reason: unified === 'error' ? 'other' : unified,
        usage: usageOf(part.usage, price),
      }
      return
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  throw new Error('terminated')
}

/** Never fulfilled; rejected when the signal is given, also where a stream does not heed it. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new DOMException('The request was aborted', 'AbortError'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  ended.catch(() => {})
  return ended
}

function callOf(id: string, name: string, input: string): ToolCall {
  try {
    const args: unknown = JSON.parse(input === '' ? '{}' : input)
    return { id, name, arguments: args }
  } catch {
    return { id, name, raw: input }
  }
}

function silenceError(silence: Silence, title: string, { stallMs, timeoutMs }: SilenceLimits): ChatCliError {
  if (silence === 'stalled') {
    const hint = 'Try again; CHATCLI_STALL_TIMEOUT says how long is too long.'
    return new ChatCliError('provider', `${title} said nothing for ${seconds(stallMs)}`, { hint })
  }
  const hint = 'Try again; CHATCLI_TIMEOUT says how long an answer may take.'
  return new ChatCliError('provider', `${title} did not finish its answer in ${seconds(timeoutMs)}`, { hint })
}

function seconds(ms: number): string {
  return `${ms / 1000} seconds`
}
