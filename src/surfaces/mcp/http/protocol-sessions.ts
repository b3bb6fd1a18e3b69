import type { ServerResponse } from 'node:http'
import {
  type AuthInfo,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type McpServer,
  type McpServerFactory,
  type Server,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { httpError } from './http-error.ts'

interface ProtocolSession {
  readonly principal: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: McpServer | Server
  /** Requests that are not answered yet. */
  readonly pending: Set<string | number>
  /** Streams that wait for notifications. */
  streams: number
  usedAt: number
}

/** A request that got past the guards. */
export interface SessionRequest {
  readonly request: Request
  /** What it says; undefined when it has no body. */
  readonly body: unknown
  readonly auth: AuthInfo
  readonly outgoing?: ServerResponse | undefined
}

export interface ProtocolSessionsOptions {
  readonly factory: McpServerFactory
  /** How many there may be at once; the idle ones make room. */
  readonly most: number
  /** How many of them one principal may have. */
  readonly mostOfOne: number
  /** Milliseconds after which an idle one is over. */
  readonly idleMs: number
  /** Milliseconds; never goes back. */
  readonly now: () => number
  /** Random, and not to be guessed. */
  readonly newId: () => string
  readonly onError: (error: Error) => void
  readonly maxBytes: number
}

/**
 * The sessions that the protocol had before 2026-07-28: begun by `initialize`, named by a header in every request since,
 * each with a server of its own. They belong to the principal that began them.
 */
export class ProtocolSessions {
  readonly #options: ProtocolSessionsOptions
  /** The least recently used first. */
  readonly #sessions = new Map<string, ProtocolSession>()
  /** Principals of those that are being made: they count, or a thousand at once would all find room. */
  readonly #beginning: string[] = []
  #isClosed = false

  constructor(options: ProtocolSessionsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sessions.size
  }

  /**
   * Answers a request that names a session.
   *
   * @param outgoing what the answer goes out by: a stream of it is open until that is closed
   */
  async serve(id: string, { request, body, auth, outgoing }: SessionRequest): Promise<Response> {
    this.#endIdle()
    const session = this.#sessions.get(id)
    if (session === undefined || session.principal !== auth.clientId)
      return httpError(404, -32_001, 'Session not found: begin a new one with initialize')
    this.#touch(id, session)
    if (request.method === 'GET' && outgoing !== undefined) this.#countStream(session, outgoing)
    return session.transport.handleRequest(request, {
      authInfo: auth,
      ...(body === undefined ? {} : { parsedBody: body }),
    })
  }

  /** Answers `initialize`: a new session. */
  async begin(asked: SessionRequest): Promise<Response> {
    const { clientId } = asked.auth
    if (!this.#makeRoom(clientId))
      return httpError(503, -32_000, 'Too many sessions: end one, or try again later', {
        'retry-after': '60',
      })
    this.#beginning.push(clientId)
    try {
      return await this.#begun(asked)
    } finally {
      this.#beginning.splice(this.#beginning.indexOf(clientId), 1)
    }
  }

  async #begun({ request, body, auth }: SessionRequest): Promise<Response> {
    const { factory, newId, onError, maxBytes } = this.#options
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      maxRequestBodySize: maxBytes,
      onsessioninitialized: (id) => {
        if (this.#isClosed) return
        const session = {
          principal: auth.clientId,
          transport,
          server,
          pending,
          streams: 0,
          usedAt: this.#options.now(),
        }
        this.#sessions.set(id, session)
      },
      onsessionclosed: (id) => this.#forget(id),
    })
    const pending = new Set<string | number>()
    const server = await factory({ era: 'legacy', authInfo: auth, requestInfo: request })
    await server.connect(transport)
    countPending(transport, pending)
    try {
      return await transport.handleRequest(request, { authInfo: auth, parsedBody: body })
    } finally {
      // It was refused, or too late: nothing will ever come back to it.
      if (transport.sessionId === undefined || this.#isClosed) server.close().catch(onError)
    }
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    this.#isClosed = true
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(sessions.map(({ server }) => server.close().catch(this.#options.onError)))
  }

  #touch(id: string, session: ProtocolSession): void {
    session.usedAt = this.#options.now()
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
  }

  #countStream(session: ProtocolSession, outgoing: ServerResponse): void {
    if (outgoing.destroyed) return
    session.streams++
    outgoing.once('close', () => {
      session.streams--
      session.usedAt = this.#options.now()
    })
  }

  #endIdle(): void {
    const before = this.#options.now() - this.#options.idleMs
    for (const [id, session] of this.#sessions)
      if (session.usedAt < before && isIdle(session)) this.#end(id, session)
  }

  /** False when every session that could go is at work. */
  #makeRoom(principal: string): boolean {
    this.#endIdle()
    const own = [...this.#sessions].filter(([, session]) => session.principal === principal)
    const ownBeginning = this.#beginning.filter((other) => other === principal).length
    const isFull =
      own.length + ownBeginning >= this.#options.mostOfOne ||
      this.#sessions.size + this.#beginning.length >= this.#options.most
    if (!isFull) return true
    // Nobody's sessions make room for somebody else's.
    const idle = own.find(([, session]) => isIdle(session))
    if (idle === undefined) return false
    this.#end(...idle)
    return true
  }

  #end(id: string, session: ProtocolSession): void {
    this.#forget(id)
    session.server.close().catch(this.#options.onError)
  }

  #forget(id: string): void {
    this.#sessions.delete(id)
  }
}

function isIdle({ pending, streams }: ProtocolSession): boolean {
  return pending.size === 0 && streams === 0
}

/** Keeps in `pending` which requests that came in over a transport have no answer yet. */
function countPending(
  transport: WebStandardStreamableHTTPServerTransport,
  pending: Set<string | number>,
): void {
  const deliver = transport.onmessage
  const send = transport.send.bind(transport)
  Object.assign<Transport, Pick<Transport, 'onmessage' | 'send'>>(transport, {
    onmessage(message, extra) {
      if (isJSONRPCRequest(message)) pending.add(message.id)
      const cancelled = isJSONRPCNotification(message) && message.method === 'notifications/cancelled'
      // What is cancelled gets no answer.
      if (cancelled) pending.delete(message.params?.['requestId'] as string | number)
      deliver?.(message, extra)
    },
    async send(message, options) {
      if (isJSONRPCResponse(message) && message.id !== undefined) pending.delete(message.id)
      return send(message, options as Parameters<typeof send>[1])
    },
  })
}
