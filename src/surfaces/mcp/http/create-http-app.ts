import type { HttpBindings } from '@hono/node-server'
import {
  type AuthInfo,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  isLegacyRequest,
  type McpServerFactory,
  readRequestBody,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import { listenedUris } from '../resources/listened-uris.ts'
import type { ResourceChanges } from '../resources/store-changes.ts'
import { principalOf } from './bearer.ts'
import { GuessLimit } from './guess-limit.ts'
import { type HttpAccess, isHostAllowed, isOriginAllowed } from './http-access.ts'
import { httpError } from './http-error.ts'
import { ProtocolSessions } from './protocol-sessions.ts'
import { RateLimit } from './rate-limit.ts'
import { RunningCalls } from './running-calls.ts'

/** The path that MCP is served at. */
export const mcpPath = '/mcp'

export interface HttpAppOptions {
  /** Makes a server for each request, or each older protocol session; `authInfo.clientId` is the principal. */
  readonly factory: McpServerFactory
  readonly access: HttpAccess
  /** Tokens of which a request must show one; none are asked for where the list is empty. */
  readonly tokens: readonly string[]
  /** Calls a second of one principal, on average; 0 means no bound. Twenty seconds' worth may come at once. */
  readonly callsPerSecond: number
  /** Where changes are told that clients listen to. */
  readonly bus?: ServerEventBus & Partial<Pick<ResourceChanges, 'watch'>>
  /** Milliseconds; never goes back. */
  readonly now: () => number
  /** Random, and not to be guessed. */
  readonly newId: () => string
  /** Told of what went wrong, without what was said. */
  readonly onError: (error: Error) => void
  /** Most bytes of one request. */
  readonly maxBytes?: number
  readonly sessions?: { readonly most: number; readonly mostOfOne: number; readonly idleMs: number }
}

export interface HttpApp {
  readonly fetch: (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>
  /** Older protocol sessions there are. */
  sessions(): number
  /** Refuses new requests, gives calls that run so many milliseconds, then ends streams and sessions. */
  close(graceMs: number): Promise<void>
}

type Variables = { principal: string }

const defaultMaxBytes = 4 * 2 ** 20
const defaultSessions = { most: 1000, mostOfOne: 200, idleMs: 30 * 60_000 }
const burstSeconds = 20

/** MCP over HTTP, of every era, behind its guards: host, origin, token, rate, size. It listens to nothing itself. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { factory, access, tokens, callsPerSecond, now, newId, onError } = options
  const maxBytes = options.maxBytes ?? defaultMaxBytes
  const handler = createMcpHandler(factory, {
    onerror: onError,
    maxRequestBodySize: maxBytes,
    ...(options.bus === undefined ? {} : { bus: options.bus }),
  })
  const sessions = new ProtocolSessions({
    factory,
    ...(options.sessions ?? defaultSessions),
    now,
    newId,
    onError,
    maxBytes,
  })
  const calls = new RateLimit({ perSecond: callsPerSecond, burst: callsPerSecond * burstSeconds, now })
  const guesses = new GuessLimit(now)
  const running = new RunningCalls()
  let isClosed = false

  const app = new Hono<{ Bindings: Partial<HttpBindings>; Variables: Variables }>()
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
  })
  app.use(async (c, next) => {
    if (isClosed) return httpError(503, -32_000, 'The server is stopping', { connection: 'close' })
    if (!isHostAllowed(c.req.header('host'), access))
      return httpError(403, -32_000, 'Forbidden: this host is not served here')
    if (!isOriginAllowed(c.req.header('origin'), access))
      return httpError(403, -32_000, 'Forbidden: pages of this origin may not ask')
    return next()
  })
  app.use(async (c, next) => {
    const address = c.env?.incoming?.socket.remoteAddress ?? ''
    const shown = tokens.length === 0 ? undefined : c.req.header('authorization')
    const tooMany = guesses.wait(address, shown)
    if (tooMany > 0) return slowDown(tooMany)
    const principal = principalOf(shown, tokens)
    guesses.told(address, shown, principal !== undefined)
    if (principal === undefined)
      return httpError(401, -32_000, 'Unauthorized: a bearer token is needed', {
        'www-authenticate': 'Bearer realm="chatcli"',
      })
    c.set('principal', principal)
    return next()
  })
  app.all(mcpPath, async (c) => {
    const auth: AuthInfo = { token: '', clientId: c.get('principal'), scopes: [] }
    const read = await bodyOf(c, maxBytes)
    if (read instanceof Response) return read
    const { body } = read
    const cost = Array.isArray(body) ? Math.max(1, body.length) : 1
    const tooMany = calls.wait(auth.clientId, cost)
    if (tooMany > 0) return slowDown(tooMany)
    calls.take(auth.clientId, cost)
    const outgoing = c.env?.outgoing
    if (outgoing !== undefined && isCall(body)) running.add(outgoing)
    const request = c.req.raw
    const asked = { request, body, auth, outgoing }
    const id = c.req.header('mcp-session-id')
    const isOlder = await isLegacyRequest(request, body)
    if (isOlder && id !== undefined) return sessions.serve(id, asked)
    if (isOlder && [body].flat().some(isInitializeRequest)) return sessions.begin(asked)
    for (const uri of listenedUris(body)) options.bus?.watch?.(uri)
    return handler.fetch(request, { authInfo: auth, ...(body === undefined ? {} : { parsedBody: body }) })
  })
  app.notFound(() => httpError(404, -32_000, `Not found: MCP is at ${mcpPath}`))
  app.onError((error) => {
    onError(error)
    return httpError(500, -32_603, 'Internal error')
  })

  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    sessions: () => sessions.size,
    async close(graceMs) {
      isClosed = true
      await running.ended(graceMs)
      await Promise.all([handler.close(), sessions.close()])
    },
  }
}

/** Whether it wants an answer that ends; a stream of changes ends with the server. */
function isCall(body: unknown): boolean {
  return [body]
    .flat()
    .some((message) => isJSONRPCRequest(message) && message.method !== 'subscriptions/listen')
}

function slowDown(seconds: number): Response {
  return httpError(429, -32_000, 'Too many requests: slow down', { 'retry-after': String(seconds) })
}

/** What a POST says, read once; undefined for other methods. */
async function bodyOf(c: Context, maxBytes: number): Promise<Response | { readonly body: unknown }> {
  if (c.req.method !== 'POST') return { body: undefined }
  if (!isJsonContentType(c.req.header('content-type') ?? null))
    return httpError(415, -32_000, 'Unsupported Media Type: Content-Type must be application/json')
  const read = await readRequestBody(c.req.raw, maxBytes)
  if (read.tooLarge)
    return httpError(413, -32_000, `Content Too Large: a request has at most ${maxBytes} bytes`)
  try {
    return { body: JSON.parse(read.text) }
  } catch {
    return httpError(400, -32_700, 'Parse error: the request body is not valid JSON')
  }
}
