import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath } from 'node:process'

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js')

/** The built `chatcli`, as a dialogue over pipes. */
export interface ChatProcess {
  /** Types a line. */
  readonly type: (line: string) => void
  /** Waits until something is shown that was not waited for yet, and gives all that was shown up to it. */
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
  const child = spawn(execPath, [CLI, ...args], {
    cwd: place.cwd,
    env: environmentOf(place),
    stdio: 'pipe',
  })
  let shown = ''
  let from = 0
  let look = (): void => {}
  let isOver = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
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
    type: (line) => child.stdin.write(`${line}\n`),
    shows: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const at = shown.indexOf(text, from)
          if (at >= 0) {
            const before = shown.slice(from, at + text.length)
            from = at + text.length
            look = () => {}
            resolve(before)
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
