import { performance } from 'node:perf_hooks'
import { createRealDisk } from '../../src/disk/real-disk.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import { readSettings } from '../../src/settings.ts'
import { randomHex } from '../../src/store/random-hex.ts'
import { createMcpFactory } from '../../src/surfaces/mcp/create-mcp-factory.ts'
import { serveHttp } from '../../src/surfaces/mcp/http/serve-http.ts'
import type { McpMemory, McpWorld } from '../../src/surfaces/mcp/mcp-world.ts'
import { StoreChanges } from '../../src/surfaces/mcp/resources/store-changes.ts'
import { textFor } from '../../src/text/text-for.ts'
import { addFixtures } from './add-fixtures.ts'
import { fixtureTools } from './fixture-tools.ts'

// Usage: fixture-server HOME: the server of this program over HTTP, with the tools, prompts and resources that the
// conformance suite wants to find. The first line on standard output is its address.
const home = process.argv[2] ?? ''
const settings = readSettings({ HOME: home, CHATCLI_HOME: home })
const chatcli = openChatCli({ home })
const changes = new StoreChanges({
  chatcli: () => Promise.resolve(chatcli),
  hiddenSources: [],
  every(work, ms) {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
})
const memory: McpMemory = {
  chatcli,
  // None of the suite's tools holds a conversation.
  conversations: undefined as never,
  requireKey: () => undefined,
}
const world: McpWorld = {
  memory: () => Promise.resolve(memory),
  settings,
  text: textFor('en'),
  now: Date.now,
  randomHex,
  after(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  leaving: new AbortController().signal,
  cwd: home,
  changes,
  hasModel: false,
  principal: (auth) => auth?.clientId ?? 'nobody',
}
const factory = createMcpFactory(world, {
  tools: fixtureTools,
  capabilities: {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    logging: {},
  },
  prepare: addFixtures,
})
const listener = await serveHttp({
  factory,
  bus: changes,
  input: { words: [], options: { port: '0' } },
  settings: { ...settings, mcpCallsPerSecond: 0 },
  disk: createRealDisk(),
  text: textFor('en'),
  note: () => undefined,
  now: () => performance.now(),
  randomHex,
  onError: () => undefined,
})
process.stdout.write(`${listener.url}\n`)
process.once('SIGTERM', () => void listener.close())
