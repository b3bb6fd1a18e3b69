import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeModelServer, startFakeModelServer } from '../fake-model-server.ts'

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js')

export interface ChatRun {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** What is piped in; nothing, and closed, when not given. */
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Called with everything printed so far, whenever there is more. */
  readonly onOutput?: (stdout: string, child: ChildProcess) => void
}

export interface BuiltChat {
  /** A folder to start in. */
  readonly root: string
  readonly home: string
  readonly server: FakeModelServer
  readonly environment: Readonly<Record<string, string>>
  run(args: readonly string[], options?: RunOptions): Promise<ChatRun>
  /** Every file of the home that is not made from others, with its text. */
  files(): ReadonlyMap<string, string>
  close(): Promise<void>
}

/** The path of the built command; it is built when it is not there. */
export function builtCli(): string {
  if (!existsSync(CLI)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
  return CLI
}

/** The built command with a home of its own, and a model on this machine. */
export async function builtChat(): Promise<BuiltChat> {
  const cli = builtCli()
  const server = await startFakeModelServer()
  const root = mkdtempSync(join(tmpdir(), 'chatcli-chat-'))
  const home = join(root, 'home')
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    CHATCLI_HOME: home,
    CHATCLI_LANG: 'en',
    CHATCLI_PROVIDER: 'openai',
    CHATCLI_MODEL: 'fake-model',
    CHATCLI_MAX_RETRIES: '0',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: server.url,
    TZ: 'UTC',
  }
  return {
    root,
    home,
    server,
    environment,
    run(args, { input, env, onOutput } = {}) {
      return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [cli, ...args], { cwd: root, env: { ...environment, ...env } })
        let stdout = ''
        let stderr = ''
        child.stdout.on('data', (bytes: Buffer) => {
          stdout += bytes.toString()
          onOutput?.(stdout, child)
        })
        child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
        child.on('error', reject)
        child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
        child.stdin.on('error', () => undefined)
        child.stdin.end(input ?? '')
      })
    },
    files() {
      const found = new Map<string, string>()
      const walk = (folder: string): void => {
        for (const entry of readdirSync(folder, { withFileTypes: true })) {
          const path = join(folder, entry.name)
          if (entry.isDirectory()) walk(path)
          else found.set(path, readFileSync(path, 'latin1'))
        }
      }
      if (existsSync(home)) walk(home)
      return found
    },
    async close() {
      await server.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
