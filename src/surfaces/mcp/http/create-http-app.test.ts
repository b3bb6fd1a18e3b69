import { describe, expect, it } from 'vitest'
import { createHttpApp, type HttpApp, type HttpAppOptions } from './create-http-app.ts'
import { toyFactory } from './toy-factory.suite.ts'

const token = 'a-token-of-the-tests'

function app(options: Partial<HttpAppOptions> = {}): { readonly http: HttpApp; readonly made: () => number } {
  const toy = toyFactory()
  let ids = 0
  const http = createHttpApp({
    factory: toy.factory,
    access: { isLoopback: true, allowedHosts: [] },
    tokens: [],
    callsPerSecond: 0,
    now: () => 0,
    newId: () => `session-${ids++}`,
    onError: () => undefined,
    ...options,
  })
  return { http, made: toy.made }
}

interface Post {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly path?: string
}

async function ask(
  http: HttpApp,
  { method = 'POST', headers = {}, body, path = '/mcp' }: Post,
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: {
      host: 'localhost',
      accept: 'application/json, text/event-stream',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { body: text } : {}),
  })
  return http.fetch(request)
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const call = (id: number): unknown => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'whoami', arguments: {} },
})

async function begin(http: HttpApp, headers: Record<string, string> = {}): Promise<string> {
  const response = await ask(http, { body: initialize, headers })
  expect(response.status).toBe(200)
  return response.headers.get('mcp-session-id') ?? ''
}

describe('createHttpApp', () => {
  it('refuses hosts and origins of others before anything else happens', async () => {
    const { http, made } = app()
    const evil = [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }]
    for (const headers of evil) expect((await ask(http, { body: initialize, headers })).status).toBe(403)
    expect(made()).toBe(0)
    expect((await ask(http, { body: initialize, headers: { origin: 'http://localhost:3000' } })).status).toBe(
      200,
    )
  })

  it('asks for a token where there is one, and bounds how often one is guessed', async () => {
    const { http, made } = app({ tokens: [token] })
    const missing = await ask(http, { body: initialize })
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="chatcli"'])
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push(
        (await ask(http, { body: initialize, headers: { authorization: `Bearer guess-${i}` } })).status,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect(made()).toBe(0)
  })

  it('locks nobody out whose token is good because others come with wrong ones', async () => {
    const { http } = app({ tokens: [token] })
    const good = { authorization: `Bearer ${token}` }
    await begin(http, good)
    for (let i = 0; i < 20; i++)
      await ask(http, { body: initialize, headers: { authorization: `Bearer guess-${i}` } })
    await begin(http, good)
  })

  it('tells the factory who asks, in every era, and never the token', async () => {
    const { http } = app({ tokens: [token] })
    const headers = { authorization: `Bearer ${token}` }
    const modern = await ask(http, {
      headers: {
        ...headers,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'whoami',
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'whoami',
          arguments: {},
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
    })
    const id = await begin(http, headers)
    const older = await ask(http, { headers: { ...headers, 'mcp-session-id': id }, body: call(2) })
    const stateless = await ask(http, { headers, body: call(3) })
    for (const response of [modern, older, stateless]) {
      const text = await response.text()
      expect(text).toMatch(/token-[0-9a-f]{32}/)
      expect(text).not.toContain(token)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('keeps a session to the principal that began it', async () => {
    const { http } = app({ tokens: [token, 'another-token-of-tests'] })
    const id = await begin(http, { authorization: `Bearer ${token}` })
    const thief = { authorization: 'Bearer another-token-of-tests', 'mcp-session-id': id }
    for (const method of ['POST', 'GET', 'DELETE'])
      expect((await ask(http, { method, headers: thief, body: call(2) })).status).toBe(404)
    const own = { authorization: `Bearer ${token}`, 'mcp-session-id': id }
    expect((await ask(http, { headers: own, body: call(2) })).status).toBe(200)
  })

  it('bounds sessions: idle ones end, the oldest make room, those of others stay', async () => {
    let now = 0
    const sessions = { most: 3, mostOfOne: 2, idleMs: 1000 }
    const { http } = app({ tokens: [token, 'another-token-of-tests'], sessions, now: () => now })
    const mine = { authorization: `Bearer ${token}` }
    const theirs = { authorization: 'Bearer another-token-of-tests' }
    const first = await begin(http, mine)
    const other = await begin(http, theirs)
    for (let i = 0; i < 20; i++) await begin(http, mine)
    expect(http.sessions()).toBe(3)
    expect((await ask(http, { headers: { ...mine, 'mcp-session-id': first }, body: call(2) })).status).toBe(
      404,
    )
    expect((await ask(http, { headers: { ...theirs, 'mcp-session-id': other }, body: call(2) })).status).toBe(
      200,
    )
    now = 1001
    expect((await ask(http, { headers: { ...mine, 'mcp-session-id': 'none' }, body: call(2) })).status).toBe(
      404,
    )
    expect(http.sessions()).toBe(0)
  })

  it('bounds those that begin at the same moment too', async () => {
    const { http } = app({ sessions: { most: 5, mostOfOne: 3, idleMs: 1000 } })
    const begun = await Promise.all(Array.from({ length: 20 }, () => ask(http, { body: initialize })))
    expect(begun.filter(({ status }) => status === 503)).toHaveLength(17)
    expect(http.sessions()).toBe(3)
    await Promise.all(begun.map((response) => response.text()))
    await begin(http)
    expect(http.sessions()).toBe(3)
  })

  it('ends a session when it is asked to', async () => {
    const { http } = app()
    const headers = { 'mcp-session-id': await begin(http) }
    expect((await ask(http, { method: 'DELETE', headers })).status).toBe(200)
    expect(http.sessions()).toBe(0)
    expect((await ask(http, { headers, body: call(2) })).status).toBe(404)
  })

  it('bounds calls of a principal, a batch by its length', async () => {
    let now = 0
    const { http } = app({ callsPerSecond: 1, now: () => now })
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await ask(http, { body: call(i) })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    now = 10_000
    const batch = await ask(http, { body: Array.from({ length: 11 }, (_, i) => call(i)) })
    expect([batch.status, batch.headers.get('retry-after')]).toEqual([429, '1'])
  })

  it('answers what it cannot read with what is wrong', async () => {
    const { http, made } = app({ maxBytes: 500 })
    const statuses = [
      await ask(http, { body: '{"jsonrpc"' }),
      await ask(http, { body: 'x'.repeat(501) }),
      await ask(http, { body: initialize, headers: { 'content-type': 'text/plain' } }),
      await ask(http, { body: initialize, path: '/elsewhere' }),
      await ask(http, { body: '[]' }),
      await ask(http, { method: 'PUT', body: '{}' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([400, 413, 415, 404, 400, 405])
    expect(made()).toBe(0)
  })
})
