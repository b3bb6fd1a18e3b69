import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath } from 'node:process'

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js')

/** The built `chatcli`, as a dialogue over pipes. */
export interface ChatProcess {
  /** Types a line. */
  readonly type: (line: string) => void
  /** Waits until something has been shown since the last line was typed, and gives what was shown since. */
  readonly shows: (text: string) => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Ends its input. */
  readonly leave: () => void
  /** Waits for its end. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** All that was shown so far. */
  readonly shown: () => string
}

export interface ChatPlace {
  readonly home: string
  readonly cwd: string
  /** Of the fake server. */
  readonly url: string
}

/** `npm test` builds first; a bare vitest run needs a build of its own. */
export function buildIfMissing(): void {
  if (!existsSync(CLI)) execFileSync(execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
}

export function startChatProcess(place: ChatPlace, args: readonly string[]): ChatProcess {
  // One pipe for both outputs, so that they come in their order.
  const child = spawn('sh', ['-c', 'exec "$@" 2>&1', 'sh', execPath, CLI, ...args], {
    cwd: place.cwd,
    env: environmentOf(place),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let shown = ''
  let from = 0
  let look = (): void => {}
  let isOver = false
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    look()
  })
  child.stdin.on('error', () => {})
  const ended: ChatProcess['ended'] = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      isOver = true
      look()
      resolve({ code, signal })
    })
  })
  return {
    type(line) {
      from = shown.length
      child.stdin.write(`${line}\n`)
    },
    shows: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (shown.includes(text, from)) {
            look = () => {}
            resolve(shown.slice(from))
          } else if (isOver) reject(new Error(`ended without "${text}":\n${shown}`))
        }
        look()
      }),
    kill: (signal) => child.kill(signal),
    leave: () => child.stdin.end(),
    ended,
    shown: () => shown,
  }
}

/** Runs `chatcli` once; gives what it wrote on standard output. */
export function runChatCli(place: ChatPlace, args: readonly string[]): string {
  const options = { cwd: place.cwd, env: environmentOf(place), encoding: 'utf8' } as const
  return execFileSync(execPath, [CLI, ...args], options)
}

function environmentOf({ home, url }: ChatPlace): NodeJS.ProcessEnv {
  return {
    PATH: env['PATH'],
    HOME: home,
    CHATCLI_HOME: home,
    CHATCLI_LANG: 'en',
    TZ: 'UTC',
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'sk-none',
    CHATCLI_MODEL: 'fake-model',
  }
}
