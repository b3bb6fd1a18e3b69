import { ChatCliError } from '../errors.ts'
import { tooLong } from './is-too-long.ts'
import type { Reached } from './reach.ts'
import { reportOf, type ServerReport } from './server-report.ts'

/** What became of a request that failed. */
export interface ProviderFailure {
  readonly error: ChatCliError
  /** Whether the same request may succeed in a while. */
  readonly isPassing: boolean
  /** How long the server asks to wait, in milliseconds. */
  readonly waitMs: number | undefined
}

export interface FailureContext extends Reached {
  readonly model: string
  readonly hasTools: boolean
  readonly now: number
}

const isAboutLength =
  /context.?(?:length|window|size)|maximum.{0,30}(?:context|tokens allowed)|(?:prompt|input|request|conversation) (?:is )?too (?:long|large)|exceeds? (?:the )?(?:maximum|model's|available|context).{0,40}(?:token|context|limit)|request_too_large/i
const isAboutTools =
  /\btools?\b.{0,40}\b(?:not support|unsupported|not enabled|requires)|(?:not support|no endpoints found that support|requires?|unsupported).{0,40}\b(?:tools?|function.?call)|function.?calling.{0,20}(?:not |unsupported)/i
const isAboutKey =
  /api.?key.{0,30}(?:not valid|invalid|expired|missing)|(?:invalid|incorrect|missing).{0,20}api.?key/i
const isAboutMoney = /insufficient.?(?:quota|credit|balance|funds)|credit balance|billing/i

/** What a person is told of whatever a request ended with, and whether it may be repeated. */
export function providerFailure(thrown: unknown, context: FailureContext): ProviderFailure {
  const report = reportOf(thrown, context.apiKey, context.now)
  return { ...failureOf(report, context, thrown), waitMs: report.waitMs }
}

const addressHint = 'See whether the address is right.'

type Verdict = Omit<ProviderFailure, 'waitMs'>

function failureOf(report: ServerReport, context: FailureContext, thrown: unknown): Verdict {
  const { status, text, everything, networkCode } = report
  const { title, model, keyVariable } = context
  const final = (message: string, hint?: string): Verdict => verdict('provider', message, hint, false)
  const passing = (message: string, hint?: string): Verdict => verdict('provider', message, hint, true)
  const words = text === '' ? '' : `: ${text}`

  if (thrown instanceof ChatCliError) return { error: thrown, isPassing: false }
  if (networkCode !== undefined) return unreached(networkCode, context)
  if (status !== 429 && isAboutLength.test(everything)) {
    return final(
      `${tooLong} ${model}`,
      'Make it shorter with /compact, or choose a model with a larger window.',
    )
  }
  if (context.hasTools && isAboutTools.test(everything) && !/schema/i.test(everything)) {
    const hint = 'With CHATCLI_TOOL_CALLS=text it is told of the tools in words.'
    return verdict('tools-unsupported', `${model} cannot call tools`, hint, false)
  }
  if (status === 401 || (status !== 429 && isAboutKey.test(everything))) {
    const problem = context.apiKey === undefined ? 'asks for a key' : 'does not accept the key'
    const key = keyVariable === undefined ? addressHint : `Set ${keyVariable} to a key that is valid.`
    return final(`${title} ${problem}`, key)
  }
  if (status === 403) {
    return final(
      `${title} refuses access${words}`,
      keyVariable && `See what the key in ${keyVariable} may do.`,
    )
  }
  if (status === 402 || isAboutMoney.test(everything)) {
    return final(`${title} wants to be paid first${words}`, 'Add credit there, or choose another provider.')
  }
  if (status === 404) return notFound(everything, context)
  if (status === 429)
    return passing(`${title} is asked too often${words}`, 'Wait a while, or choose another model.')
  if (status === 408) return passing(`${title} took too long${words}`)
  if (status === 503 || status === 529) return passing(`${title} is overloaded${words}`)
  if (status !== undefined && (status >= 500 || status === 409))
    return passing(`${title} failed (${status})${words}`)
  if (status !== undefined && status >= 400) return final(`${title} refused the request (${status})${words}`)
  if (report.isCut) return passing(`${title} broke off before its answer was complete`)
  if (report.isGarbled) return passing(`${title} sent an answer that cannot be read`)
  // What a server says in a stream may pass; a mistake of our own does not.
  const isOurs = thrown instanceof TypeError || thrown instanceof RangeError
  const details = isOurs ? { cause: thrown } : {}
  const error = new ChatCliError('provider', `${title} could not answer${words}`, details)
  return { error, isPassing: !isOurs }
}

function unreached(code: string, { title, baseUrl, isLocal, provider }: FailureContext): Verdict {
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return verdict('provider', `${title} broke off before its answer was complete`, undefined, true)
  }
  const start =
    provider === 'ollama' ? 'Start it with "ollama serve", or set OLLAMA_HOST.' : 'Start it, or set its URL.'
  const hint = isLocal ? start : 'See whether the network is there, and whether the address is right.'
  // Nobody listens on this machine: that does not change by itself.
  const isPassing = !(isLocal && code === 'ECONNREFUSED')
  return verdict(
    'provider',
    `${title} cannot be reached at ${new URL(baseUrl).origin} (${code})`,
    hint,
    isPassing,
  )
}

function notFound(everything: string, { title, model, baseUrl, provider }: FailureContext): Verdict {
  if (!/model/i.test(everything)) {
    const hint = 'Check the base URL; it usually ends with /v1.'
    return verdict('provider', `${title} has nothing at ${baseUrl}`, hint, false)
  }
  const list =
    provider === 'ollama'
      ? `see "ollama list", or get it with "ollama pull ${model}"`
      : `see ${baseUrl}/models`
  const hint = `Choose another with CHATCLI_MODEL; for those it has, ${list}.`
  return verdict('provider', `${title} has no model "${model}"`, hint, false)
}

function verdict(
  code: 'provider' | 'tools-unsupported',
  message: string,
  hint: string | undefined,
  isPassing: boolean,
): Verdict {
  return { error: new ChatCliError(code, message, hint ? { hint } : {}), isPassing }
}
