import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { ChatCliError } from '../../../errors.ts'
import type { McpHttpText } from '../../../text/mcp-http-english.ts'
import { type HttpApp, mcpPath } from './create-http-app.ts'
import { withoutBrackets } from './http-access.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 takes one that is free. */
  readonly port: number
  /** What a person is told when it cannot listen there. */
  readonly text: McpHttpText
  /** Milliseconds that calls which are running may take when it stops. */
  readonly graceMs?: number
  /**
   * Milliseconds in which a request must have arrived whole. A server that is asked a thousand things at once reads the
   * last of them late: that must not look like a slow client.
   */
  readonly requestMs?: number
}

export interface HttpListener {
  /** What clients are given. */
  readonly url: string
  readonly port: number
  /** Takes no more requests, lets those that run come to their end, then ends. */
  close(): Promise<void>
}

const mostConnections = 4096
const headersMs = 60_000
// Longer than what usual proxies keep a connection for, so that it is they who let go first.
const idleMs = 75_000

/** Serves an app on a port. @throws ChatCliError `usage`, `storage` when it cannot listen there */
export async function listenHttp(app: HttpApp, options: ListenOptions): Promise<HttpListener> {
  const { host, port, text, graceMs = 10_000, requestMs = 120_000 } = options
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(5000, requestMs),
    },
    fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings),
  }) as Server
  server.maxConnections = mostConnections
  await listening(server, { host, port, text })
  const { port: taken } = server.address() as AddressInfo
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    server.closeIdleConnections()
    await app.close(graceMs)
    server.closeAllConnections()
    await closed
  }

  return {
    url: `http://${host.includes(':') ? `[${withoutBrackets(host)}]` : host}:${taken}${mcpPath}`,
    port: taken,
    close: () => (closing ??= close()),
  }
}

async function listening(
  server: Server,
  { host, port, text }: Pick<ListenOptions, 'host' | 'port' | 'text'>,
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // All that may connect may do so at the same moment.
      server.listen({ port, host: withoutBrackets(host), backlog: mostConnections }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new ChatCliError('storage', text.cannotListen(host, port, code), {
      hint: code === 'EADDRINUSE' ? text.portTakenHint : text.otherPlaceHint,
      cause,
    })
  }
}
