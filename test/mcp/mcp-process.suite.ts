import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type SourceEdit, sourceEdits } from '../source-edits.ts'

export interface McpProcess {
  readonly child: ChildProcess
  /** Sends lines of the protocol. */
  send(...messages: readonly object[]): void
  /** The answer to a request, by its id. */
  answer(id: number | string): Promise<Json>
  /** Everything on standard output and standard error so far. */
  readonly out: () => string
  readonly err: () => string
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

export type Json = Record<string, unknown>

export interface McpBuild {
  /** A folder to start in, whose `home` is the home of the memory. */
  readonly root: string
  readonly home: string
  readonly script: string
  /** Starts `chatcli mcp-server`, with nothing in its environment but what is given. */
  start(environment?: Readonly<Record<string, string>>): McpProcess
  /** Runs another command; gives all it printed. */
  run(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<string>
  close(): void
}

/** `initialize` as older clients send it. */
export const hello: readonly object[] = [
  {
    jsonrpc: '2.0',
    id: 'hello',
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'tester', version: '1' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]

/** A call of a tool. */
export function callOf(id: number | string, name: string, args: Json = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

/** The program, bundled for a test, with some of its source changed. */
export async function mcpBuild(edits: readonly SourceEdit[] = []): Promise<McpBuild> {
  const root = mkdtempSync(join(tmpdir(), 'chatcli-mcp-'))
  await build({
    entryPoints: ['src/surfaces/main.ts'],
    outdir: join(root, 'program'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
    banner: {
      js: `import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);`,
    },
    plugins: [sourceEdits(edits)],
  })
  const script = join(root, 'program', 'main.mjs')
  const home = join(root, 'home')
  const base = { PATH: process.env['PATH'] ?? '', HOME: root, CHATCLI_HOME: home, TZ: 'UTC' }
  return {
    root,
    home,
    script,
    start: (environment = {}) => started(script, { cwd: root, env: { ...base, ...environment } }),
    run(args, environment = {}, input = '') {
      const child = spawn(process.execPath, [script, ...args], {
        cwd: root,
        env: { ...base, ...environment },
      })
      let out = ''
      child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
      child.stderr.on('data', (bytes: Buffer) => (out += bytes.toString()))
      child.stdin.end(input)
      return new Promise((resolve) => child.on('close', () => resolve(out)))
    },
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 10 }),
  }
}

function started(
  script: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): McpProcess {
  const child = spawn(process.execPath, [script, 'mcp-server'], options)
  let out = ''
  let err = ''
  let read = 0
  const answers = new Map<unknown, Json>()
  const waiting = new Map<unknown, (answer: Json) => void>()
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString()
    for (let end = out.indexOf('\n', read); end >= 0; end = out.indexOf('\n', read)) {
      const line = out.slice(read, end)
      read = end + 1
      const message = JSON.parse(line) as Json
      answers.set(message['id'], message)
      waiting.get(message['id'])?.(message)
    }
  })
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return {
    child,
    send: (...messages) => void child.stdin.write(messages.map((one) => `${JSON.stringify(one)}\n`).join('')),
    async answer(id) {
      const known = answers.get(id)
      if (known !== undefined) return known
      return Promise.race([
        new Promise<Json>((resolve) => waiting.set(id, resolve)),
        ended.then((code): Json => {
          throw new Error(`The server ended with ${code} before it answered ${id}: ${err}`)
        }),
      ])
    },
    out: () => out,
    err: () => err,
    ended,
  }
}
