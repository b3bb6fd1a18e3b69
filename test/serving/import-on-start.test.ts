import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openChatCli } from '../../src/open-chatcli.ts'
import { type BuiltProgram, buildProgram, startAcpProcess } from '../acp/acp-process.suite.ts'

let program: BuiltProgram
let root = ''
let closing: (() => unknown)[] = []
beforeAll(async () => {
  program = await buildProgram()
})
afterAll(() => program.remove())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chatcli-import-serving-'))
  cpSync(resolve('samples/importers/claude-code'), join(root, '.claude'), { recursive: true })
  closing = []
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: root,
  CHATCLI_HOME: join(root, 'home'),
  CHATCLI_IMPORT_ON_START: 'on',
  TZ: 'UTC',
})
const imported = (): number =>
  openChatCli({ home: join(root, 'home') }).sessions.list({ source: 'claude-code' }).total

/** Each of them answers first: what is written to standard output beside the protocol would be the end of it. */
const servers: Readonly<Record<string, () => Promise<void>>> = {
  async mcp() {
    const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const args = [program.main, 'mcp-server']
    const options = {
      command: process.execPath,
      args,
      env: environment(),
      cwd: root,
      stderr: 'ignore',
    } as const
    await client.connect(new StdioClientTransport(options))
    closing.push(() => client.close())
    const list = async (): Promise<unknown> =>
      (await client.callTool({ name: 'session_list', arguments: {} })).structuredContent
    expect(await list()).toMatchObject({ sessions: [] })
    await expect.poll(imported, { timeout: 20_000, interval: 200 }).toBe(4)
    expect((await list()) as { readonly sessions: unknown[] }).toMatchObject({ sessions: { length: 4 } })
  },
  async acp() {
    const editor = await startAcpProcess({ main: program.main, env: environment(), cwd: root })
    closing.push(() => editor.end('SIGKILL'))
    await editor.agent.request('session/new', { cwd: root, mcpServers: [] })
    expect(imported()).toBe(0)
    await expect.poll(imported, { timeout: 20_000, interval: 200 }).toBe(4)
  },
}

it.each(Object.keys(servers))('takes in what is new behind a server: %s', async (kind) => {
  await servers[kind]?.()
})
