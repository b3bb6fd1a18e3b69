import { EventEmitter } from 'node:events'
import { type Client, Client as SdkClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServeRequest } from '../../../commands/serve-request.ts'
import { createRealDisk } from '../../../disk/real-disk.ts'
import { english } from '../../../text/catalogue.ts'
import { eras, mcpHarness } from '../mcp-harness.suite.ts'
import { serveOverHttp } from './serve-over-http.ts'

const tokens = { ada: 'a-token-for-ada-in-tests', bob: 'a-token-for-bob-in-tests' }
const walrus = [
  { id: 'm1', role: 'user', content: 'Where does the walrus sleep?' },
  { id: 'm2', role: 'assistant', content: 'On the ice floe.' },
]

interface Served {
  readonly harness: ReturnType<typeof mcpHarness>
  readonly url: string
  readonly connect: (era: string, token?: string) => Promise<Client>
  readonly stop: () => Promise<void>
}

const open: Served[] = []
afterEach(async () => {
  for (const { stop } of open.splice(0)) await stop()
})

/** A process of its own, as far as signals and standard error go. */
async function serve(...given: readonly string[]): Promise<Served> {
  const harness = mcpHarness({}, { settings: { mcpToken: given[0], mcpCallsPerSecond: 0 } })
  let say: (line: string) => void = () => undefined
  const said = new Promise<string>((resolve) => (say = resolve))
  const process = Object.assign(new EventEmitter(), { stderr: { write: say } }) as unknown as NodeJS.Process
  const options: Record<string, string> = {
    port: '0',
    ...(given[1] === undefined ? {} : { token: given[1] }),
  }
  const base = { disk: createRealDisk(), text: english } as ServeRequest['base']
  const request = { path: 'mcp-server', input: { words: [], options }, base } as unknown as ServeRequest
  const ended = serveOverHttp(harness.world, request, process)
  const url = /http:\S+/.exec(await said)?.[0] ?? ''
  const clients: Client[] = []
  const served = {
    harness,
    url,
    async connect(era: string, token?: string) {
      const client = new SdkClient({ name: 'tester', version: '1.0.0' }, eras[era])
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
      clients.push(client)
      return client
    },
    async stop() {
      for (const client of clients) await client.close()
      process.emit('SIGTERM')
      await ended
      await harness.close()
    },
  }
  open.push(served)
  return served
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { structuredContent, content } = await client.callTool({ name, arguments: args })
  const [first] = content as { text: string }[]
  return (structuredContent ?? JSON.parse(first?.text ?? '{}')) as Record<string, unknown>
}

describe.each(Object.keys(eras))('MCP %s over HTTP', (era) => {
  it('finds what others said, and remembers what this client says', async () => {
    const { connect } = await serve()
    const client = await connect(era)
    expect(await call(client, 'session_search', { query: 'token bucket' })).toMatchObject({
      sessions: [expect.objectContaining({ name: 'proj-acme' })],
    })
    const { conversation } = await call(client, 'append', { messages: walrus })
    expect(await call(client, 'append', { conversation, messages: walrus })).toMatchObject({
      added: 0,
      known: 2,
    })
    const other = await connect(era)
    expect(await call(other, 'session_search', { query: 'walrus' })).toMatchObject({ total: 1 })
  })

  it('keeps the conversations of one token from another', async () => {
    const { connect } = await serve(tokens.ada, tokens.bob)
    const { conversation } = await call(await connect(era, tokens.ada), 'append', { messages: walrus })
    const again = await connect(era, tokens.ada)
    expect(await call(again, 'append', { conversation, messages: walrus })).toMatchObject({ known: 2 })
    const bob = await connect(era, tokens.bob)
    for (const [name, args] of [
      ['append', { messages: walrus }],
      ['session_status', {}],
      ['session_detach', {}],
    ] as const)
      expect(await call(bob, name, { conversation, ...args })).toMatchObject({ error: { code: 'not-found' } })
    await expect(connect(era)).rejects.toThrow()
  })
})

it('tells whoever listens over HTTP what another surface writes', async () => {
  const { harness, connect } = await serve()
  const modern = await connect('2026-07-28')
  const legacy = await connect('2025-11-25')
  const told: string[] = []
  let count = 0
  let whenAll: () => void = () => undefined
  const all = new Promise<void>((resolve) => (whenAll = resolve))
  for (const [who, client] of [
    ['modern', modern],
    ['legacy', legacy],
  ] as const)
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(`${who} ${params.uri}`)
      if (++count === 2) whenAll()
    })
  const uri = 'session://tide-notes'
  await legacy.subscribeResource({ uri })
  const listening = await modern.listen({ resourceSubscriptions: [uri] })
  await harness.look()
  const live = harness.chatcli.sessions.open('tide-notes')
  live.append([{ role: 'user', content: 'One more thing.' }])
  live.save()
  live.close()
  await harness.look()
  await all
  expect(told.sort()).toEqual([`legacy ${uri}`, `modern ${uri}`])
  await listening.close()
})
