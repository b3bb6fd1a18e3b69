import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
  client,
  type ClientContext,
  methods,
  ndJsonStream,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { build } from 'esbuild'

/** The program, bundled from the source as it is, in a folder of its own. */
export interface BuiltProgram {
  readonly main: string
  readonly remove: () => void
}

export async function buildProgram(): Promise<BuiltProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'chatcli-acp-'))
  await build({
    entryPoints: { main: 'src/surfaces/main.ts' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)",
    },
    logLevel: 'silent',
  })
  return { main: join(folder, 'main.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface AcpProcessOptions {
  readonly main: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly args?: readonly string[]
  /** What the person chooses whenever they are asked. */
  readonly choice?: string
}

/** An editor and the process it started. */
export interface AcpProcess {
  readonly agent: ClientContext
  readonly child: ChildProcess
  /** What it was told since this was last asked. */
  readonly take: () => readonly SessionUpdate[]
  /** Everything the process wrote to standard output and to standard error. */
  readonly written: () => { readonly out: string; readonly err: string }
  readonly begin: () => Promise<string>
  readonly prompt: (sessionId: string, text: string) => Promise<string>
  readonly load: (sessionId: string) => Promise<readonly SessionUpdate[]>
  /** Settled by the first update that holds these words. */
  readonly heard: (words: string) => Promise<void>
  /** Closes standard input, or sends a signal, and waits for the end. @returns exit code or signal */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>
}

/** Starts `chatcli acp` and says hello to it, as an editor does. */
export async function startAcpProcess(options: AcpProcessOptions): Promise<AcpProcess> {
  const { main, env, cwd, args = [] } = options
  const child = spawn(process.execPath, [main, 'acp', ...args], { cwd, env })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (status, signal) => resolve(signal ?? status)),
  )
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  child.stdin.on('error', () => undefined)
  const updates: SessionUpdate[] = []
  const waiting: { readonly words: string; readonly resolve: () => void }[] = []
  const app = client({ name: 'editor' })
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'selected' as const, optionId: options.choice ?? 'unclear' },
    }))
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update)
      const said = JSON.stringify(params.update)
      for (const { words, resolve } of waiting) if (said.includes(words)) resolve()
    })
  const { agent } = app.connect(
    ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    ),
  )
  await agent.request(methods.agent.initialize, { protocolVersion: 1 })
  const take = (): readonly SessionUpdate[] => updates.splice(0)
  return {
    agent,
    child,
    take,
    written: () => ({ out, err }),
    async begin() {
      const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })
      return sessionId
    },
    async prompt(sessionId, text) {
      const prompt = [{ type: 'text' as const, text }]
      const { stopReason }: PromptResponse = await agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt,
      })
      return stopReason
    },
    async load(sessionId) {
      take()
      await agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] })
      return take().filter(({ sessionUpdate }) => sessionUpdate !== 'available_commands_update')
    },
    heard: (words) => new Promise((resolve) => waiting.push({ words, resolve })),
    end(signal) {
      if (signal === undefined) child.stdin.end()
      else child.kill(signal)
      return ended
    },
  }
}

/** Every file under a folder, with its text. */
export function filesUnder(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) walk(path)
      else found.set(path, readFileSync(path, 'latin1'))
    }
  }
  if (existsSync(folder)) walk(folder)
  return found
}

/** The text of chunks of a kind, put together. */
export function wordsOf(updates: readonly SessionUpdate[], kind: SessionUpdate['sessionUpdate']): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === kind && 'content' in update && update.content && 'type' in update.content
        ? update.content.type === 'text'
          ? [update.content.text]
          : []
        : [],
    )
    .join('')
}
