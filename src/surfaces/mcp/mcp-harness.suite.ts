import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { sampleMemory } from '../../commands/sample-memory.suite.ts'
import {
  type ServingChat,
  type ServingProcess,
  type ServingWorld,
  servingHome,
  servingWorld,
} from '../../commands/serving/serving-world.suite.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { textFor } from '../../text/text-for.ts'
import { createMcpFactory, type McpExtras } from './create-mcp-factory.ts'
import { listenedUris } from './resources/listened-uris.ts'
import { StoreChanges } from './resources/store-changes.ts'
import type { McpWorld } from './mcp-world.ts'

/** Revisions of the protocol that are tried, and how their clients begin. */
export const eras: Readonly<Record<string, ClientOptions>> = {
  '2026-07-28': { versionNegotiation: { mode: 'auto' } },
  '2025-11-25': { versionNegotiation: { mode: 'legacy' } },
  '2025-03-26': { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: ['2025-03-26'] },
}

/** What a tool answered: its JSON. */
export interface Answered {
  readonly json: Record<string, unknown>
  readonly isError: boolean
}

export interface McpHarness extends ServingProcess {
  readonly world: McpWorld
  readonly serving: ServingWorld
  /** Connects a client of a revision. */
  connect(options?: ClientOptions): Promise<Client>
  /** Calls a tool as a new client of the newest revision. */
  call(name: string, args?: Record<string, unknown>, client?: Client): Promise<Answered>
  /** As if time passed: does what was to be done later. @returns how much that was */
  pass(): number
  /** Looks for changes, as it does every second. */
  look(): Promise<void>
  close(): Promise<void>
}

/** A server over the sample memory, and clients in the same process. */
export function mcpHarness(
  more: Partial<McpWorld> = {},
  {
    extras,
    settings: changed = {},
    chat = {},
  }: {
    readonly extras?: McpExtras
    readonly settings?: Partial<Settings>
    readonly chat?: ServingChat
  } = {},
): McpHarness {
  const serving = servingWorld()
  const process = serving.process(changed, {}, chat)
  const { chatcli, served } = process
  const { sessions } = sampleMemory().chatcli
  for (const { name, title } of sessions.list().sessions)
    chatcli.sessions.save(name, sessions.load(name).messages, { title })
  let marks = 0
  const due = new Set<() => void>()
  const leaving = new AbortController()
  let looks: () => void = () => undefined
  const settings = {
    ...readSettings({ HOME: '/home/ada', CHATCLI_HOME: servingHome, TZ: 'UTC' }),
    ...changed,
  }
  const changes = new StoreChanges({
    chatcli: () => Promise.resolve(chatcli),
    hiddenSources: settings.hiddenSources,
    every(work) {
      looks = work
      return () => (looks = () => undefined)
    },
  })
  const world: McpWorld = {
    memory: () => Promise.resolve({ chatcli, conversations: served, requireKey: () => undefined }),
    settings,
    text: textFor('en'),
    now: () => serving.clock.time,
    randomHex: (digits) => String(++marks).padStart(digits, '0'),
    after(work) {
      due.add(work)
      return () => void due.delete(work)
    },
    leaving: leaving.signal,
    cwd: '/desk',
    hasModel: false,
    principal: () => 'local',
    changes,
    ...more,
  }
  const factory = createMcpFactory(world, extras)
  const open: { close(): Promise<void> }[] = []
  const connect = async (
    options: ClientOptions = { versionNegotiation: { mode: 'auto' } },
  ): Promise<Client> => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const connection = serveStdio(factory, { transport: far })
    const { onmessage } = far
    Object.assign<InMemoryTransport, Pick<InMemoryTransport, 'onmessage'>>(far, {
      onmessage(message, extra) {
        for (const uri of listenedUris(message)) changes.watch(uri)
        onmessage?.(message, extra)
      },
    })
    const client = new Client({ name: 'tester', version: '1.0.0' }, options)
    await client.connect(near)
    open.push(client, connection)
    return client
  }
  return {
    ...process,
    serving,
    world,
    connect,
    async call(name, args = {}, client) {
      const answer = await (client ?? (await connect())).callTool({ name, arguments: args })
      const { text } = answer.content[0] as { text: string }
      return { json: JSON.parse(text) as Answered['json'], isError: answer.isError === true }
    },
    pass() {
      const works = [...due]
      due.clear()
      for (const work of works) work()
      return works.length
    },
    async look() {
      looks()
      await changes.look()
    },
    async close() {
      leaving.abort()
      for (const one of open) await one.close()
      await served.leave()
    },
  }
}
