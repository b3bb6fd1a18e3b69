import { redactKeys } from './redact-keys.ts'
import { retryAfter } from './retry-after.ts'

/** What is known of a request that failed, whatever was thrown for it. */
export interface ServerReport {
  /** Of HTTP. */
  readonly status: number | undefined
  /** What the server says, one sentence without keys; `''` when it says nothing a person can read. */
  readonly text: string
  /** All of what was said, to look for words in. */
  readonly everything: string
  /** Such as `ECONNREFUSED`, when the network and not the server is the trouble. */
  readonly networkCode: string | undefined
  /** The answer ended before its end. */
  readonly isCut: boolean
  /** The answer is not of the form it should have. */
  readonly isGarbled: boolean
  readonly waitMs: number | undefined
}

const longest = 300
/** Their messages hold the whole of what came. */
const garbled = new Set(['AI_TypeValidationError', 'AI_JSONParseError'])
const networkCodes =
  /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE|UND_ERR|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED)/

/** Reads what the provider packages or `fetch` throw, and what servers send as an error inside a stream. */
export function reportOf(thrown: unknown, apiKey: string | undefined, now: number): ServerReport {
  const error = asObject(thrown)
  const body = typeof error['responseBody'] === 'string' ? error['responseBody'] : ''
  const message = typeof thrown === 'string' ? thrown : textIn(error)
  const isGarbled = garbled.has(String(error['name']))
  const isEmptyPhrase = isGarbled || message.startsWith('Failed to process')
  const said = body === '' ? (isEmptyPhrase ? '' : message) : textIn(parse(body))
  // Google puts the status into `code`, and a word into `status`.
  const status = [error['statusCode'], error['status'], error['code']].find(
    (each) => typeof each === 'number',
  )
  const isRefusal = status !== undefined && status >= 400 && status < 600
  return {
    status: isRefusal ? status : undefined,
    text: sentence(redactKeys(said, apiKey)),
    everything: `${message} ${body}`,
    networkCode: isRefusal ? undefined : findNetworkCode(thrown),
    isCut: /terminated|without a finish reason|aborted|premature/i.test(message),
    isGarbled,
    waitMs: retryAfter(asObject(error['responseHeaders']), now),
  }
}

/** The sentence in what a server sends as an error: they differ in where they put it. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  const { error, message, detail } = asObject(value)
  const inner = typeof error === 'object' && error !== null ? textIn(error) : error
  return (
    [inner, message, detail].find((text): text is string => typeof text === 'string' && text !== '') ?? ''
  )
}

function sentence(text: string): string {
  // What is marked up or JSON was not written for people.
  if (/^\s*[<{[]/.test(text)) return ''
  const line = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const first = /^.{20,}?[.!?](?= [A-Z])/u.exec(line)?.[0] ?? line
  const cut = first.length > longest ? `${first.slice(0, longest).toWellFormed()}…` : first
  return cut.replace(/\.$/, '')
}

function findNetworkCode(thrown: unknown, depth = 0): string | undefined {
  const { code, cause } = asObject(thrown)
  if (typeof code === 'string' && networkCodes.test(code)) return code
  return cause === undefined || depth > 5 ? undefined : findNetworkCode(cause, depth + 1)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return ''
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
