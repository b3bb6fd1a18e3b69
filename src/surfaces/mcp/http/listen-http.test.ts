import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../../../errors.ts'
import { english } from '../../../text/catalogue.ts'
import { brazilianPortuguese } from '../../../text/pt-br.ts'
import { createHttpApp, type HttpApp } from './create-http-app.ts'
import { type HttpListener, type ListenOptions, listenHttp } from './listen-http.ts'
import { toyFactory } from './toy-factory.suite.ts'

async function serve(
  options: Partial<ListenOptions> = {},
  now: () => number = () => 0,
): Promise<{
  readonly toy: ReturnType<typeof toyFactory>
  readonly app: HttpApp
  readonly listener: HttpListener
}> {
  const toy = toyFactory()
  let ids = 0
  const app = createHttpApp({
    factory: toy.factory,
    access: { isLoopback: true, allowedHosts: [] },
    tokens: [],
    callsPerSecond: 0,
    now,
    newId: () => `session-${ids++}`,
    onError: () => undefined,
  })
  return {
    toy,
    app,
    listener: await listenHttp(app, { host: '127.0.0.1', port: 0, text: english.mcpHttp, ...options }),
  }
}

async function client(url: string, mode: 'legacy' | 'auto'): Promise<Client> {
  const made = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await made.connect(new StreamableHTTPClientTransport(new URL(url)))
  return made
}

describe('listenHttp', () => {
  it.each([
    ['auto', '2026-07-28', 1000],
    ['legacy', '2025-11-25', 200],
  ] as const)('serves clients of the SDK (%s, %s), %i calls at once', async (mode, version, count) => {
    const { listener } = await serve()
    const asked = await client(listener.url, mode)
    expect(asked.getNegotiatedProtocolVersion()).toBe(version)
    const calls = Array.from({ length: count }, () => asked.callTool({ name: 'whoami', arguments: {} }))
    const texts = (await Promise.all(calls)).map(({ content }) => JSON.stringify(content))
    expect(new Set(texts)).toEqual(new Set(['[{"type":"text","text":"loopback"}]']))
    await asked.close()
    await listener.close()
  })

  it.each(['auto', 'legacy'] as const)(
    'lets calls that run come to their end when it stops (%s)',
    async (mode) => {
      const { toy, listener } = await serve()
      const asked = await client(listener.url, mode)
      const call = asked.callTool({ name: 'wait', arguments: {} })
      while (toy.waiting() === 0) await new Promise((resolve) => setImmediate(resolve))
      const closed = listener.close()
      const refused = await fetch(listener.url, { method: 'POST' }).then(
        ({ status }) => status,
        () => 503,
      )
      toy.goOn()
      expect((await call).content).toEqual([{ type: 'text', text: 'waited' }])
      expect(refused).toBe(503)
      await closed
      await asked.close()
    },
  )

  it('ends without those that never end, and without streams', async () => {
    const { toy, listener } = await serve({ graceMs: 1 })
    const asked = await client(listener.url, 'legacy')
    const lost = asked.callTool({ name: 'wait', arguments: {} }).then(
      () => 'answered',
      () => 'lost',
    )
    while (toy.waiting() === 0) await new Promise((resolve) => setImmediate(resolve))
    await listener.close()
    await asked.close()
    expect(await lost).toBe('lost')
  })

  it('lets an older session go once nothing waits for it any more', async () => {
    let now = 0
    const { app, listener } = await serve({}, () => now)
    const begun = await fetch(listener.url, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      }),
    })
    await begun.text()
    const look = (id: string, signal?: AbortSignal): Promise<Response> =>
      fetch(listener.url, {
        headers: { accept: 'text/event-stream', 'mcp-session-id': id },
        ...(signal === undefined ? {} : { signal }),
      })
    const leaves = new AbortController()
    // There is one such stream only: the second is refused, and counts no more.
    expect((await look('session-0', leaves.signal)).status).toBe(200)
    expect((await look('session-0')).status).toBe(409)
    now = 3_600_000
    await look('none')
    expect(app.sessions()).toBe(1)
    leaves.abort()
    while (app.sessions() > 0) {
      now += 3_600_000
      await look('none')
    }
    await listener.close()
  })

  it('cuts off who sends a request too slowly', async () => {
    const { listener } = await serve({ requestMs: 50 })
    const socket = connect(listener.port, '127.0.0.1')
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{',
    )
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (bytes) => (text += String(bytes)))
      // What the server had not read when it closed makes the system say so to whoever sent it.
      socket.on('error', ({ message }) => (text += message))
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/408|ECONNRESET/)
    await listener.close()
  })

  it('says when something listens there already, in the language of the person', async () => {
    const { listener } = await serve()
    await expect(serve({ port: listener.port, text: brazilianPortuguese.mcpHttp })).rejects.toMatchObject({
      hint: expect.stringContaining('outra porta'),
    })
    const second = serve({ port: listener.port })
    await expect(second).rejects.toThrow(ChatCliError)
    await expect(second).rejects.toMatchObject({ code: 'storage', hint: expect.stringContaining('--port') })
    await listener.close()
  })
})
