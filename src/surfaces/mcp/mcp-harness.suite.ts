import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ServedConversations } from '../../commands/serving/served-conversations.ts'
import { sampleMemory, type SampleMemory } from '../../commands/sample-memory.suite.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { textFor } from '../../text/text-for.ts'
import { createMcpFactory, type McpExtras } from './create-mcp-factory.ts'
import { StoreChanges } from './resources/store-changes.ts'
import type { McpWorld } from './mcp-world.ts'

/** Revisions of the protocol that are tried: the newest one, and how older clients begin. */
export const eras: Readonly<Record<string, ClientOptions>> = {
  '2026-07-28': { versionNegotiation: { mode: 'auto' } },
  '2025-11-25': { versionNegotiation: { mode: 'legacy' } },
  '2025-03-26': { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: ['2025-03-26'] },
}

export interface McpHarness extends SampleMemory {
  readonly world: McpWorld
  /** Connects a client of a revision. */
  connect(options?: ClientOptions): Promise<Client>
  /** Looks for changes, as it does every second. */
  look(): Promise<void>
  close(): Promise<void>
}

/** A server over the sample memory, and clients in the same process. */
export function mcpHarness(
  more: Partial<McpWorld> = {},
  { extras, settings = {} }: { readonly extras?: McpExtras; readonly settings?: Partial<Settings> } = {},
): McpHarness {
  const memory = sampleMemory()
  let marks = 0
  let look: () => void = () => undefined
  const changes = new StoreChanges({
    chatcli: async () => memory.chatcli,
    hiddenSources: [],
    every(work) {
      look = work
      return () => (look = () => undefined)
    },
  })
  const world: McpWorld = {
    memory: async () => ({
      chatcli: memory.chatcli,
      conversations: undefined as unknown as ServedConversations,
      requireKey: () => undefined,
    }),
    settings: { ...readSettings({ HOME: '/home', TZ: 'UTC' }), ...settings },
    text: textFor('en'),
    now: memory.now,
    randomHex: (digits) => String(++marks).padStart(digits, '0'),
    cwd: '/desk',
    hasModel: false,
    principal: () => 'local',
    changes,
    ...more,
  }
  const factory = createMcpFactory(world, extras)
  const open: { close(): Promise<void> }[] = []
  return {
    ...memory,
    world,
    async look() {
      look()
      await changes.look()
    },
    async connect(options = {}) {
      const [near, far] = InMemoryTransport.createLinkedPair()
      const served = serveStdio(factory, { transport: far })
      const client = new Client({ name: 'tester', version: '1.0.0' }, options)
      await client.connect(near)
      open.push(client, served)
      return client
    },
    async close() {
      for (const one of open) await one.close()
    },
  }
}
