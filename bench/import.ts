import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { openChatCli } from '../src/open-chatcli.ts'
import { createRealDisk } from '../src/disk/real-disk.ts'
import { makeClaudeStore, makeLongLine, type ClaudeStoreOptions } from './claude-store.ts'
import { countingDisk, type DiskWork } from './counting-disk.ts'
import { peakMemory, round } from './measure.ts'

export interface ImportFigures {
  readonly files: number
  readonly megabytes: number
  readonly first: PassFigures
  /** The index over all of it, made afterwards in another process. */
  readonly index: PassFigures
  readonly nothingNew: PassFigures
  readonly longLine: PassFigures
  /** An import that was killed in the middle, and the one after it, which must end with as many sessions. */
  readonly killed: PassFigures & { readonly sessionsBefore: number }
}

export interface PassFigures {
  readonly seconds: number
  /** Of the processor. */
  readonly cpuSeconds: number
  /** Of the source. */
  readonly megabytesPerSecond: number
  readonly peakMegabytes: number
  readonly sessions: number
  readonly messages: number
  readonly syncs: number
  readonly folderSyncs: number
}

const LONG = 200 * 1e6

/** The import of a made store of Claude Code, each pass in a process of its own. */
export async function importBench(
  folder: string,
  options: ClaudeStoreOptions,
  script: string,
): Promise<ImportFigures> {
  const { bytes, files } = options
  const [person, long] = [join(folder, 'person'), join(folder, 'long')]
  makeClaudeStore(person, options)
  makeLongLine(long, LONG)
  const run = (home: string, from: string, what = 'import'): Promise<PassFigures> =>
    pass(script, [what, join(folder, home), from], from === long ? LONG : bytes)
  const first = await run('home', person)
  const index = await run('home', person, 'index')
  const nothingNew = await run('home', person)
  const longLine = await run('home-of-long', long)
  const sessionsBefore = await killedPass(script, join(folder, 'killed'), person, first.seconds / 2)
  const killed = { ...(await run('killed', person)), sessionsBefore }
  return { files, megabytes: round(bytes / 1e6), first, index, nothingNew, longLine, killed }
}

/** What a process of its own does. @param args `import` or `index`, a home, and the person's folder */
export async function importChild([what, home = '', folder = '']: readonly string[]): Promise<void> {
  mkdirSync(home, { recursive: true })
  const { disk, work } = countingDisk(createRealDisk())
  const chatcli = openChatCli({ home, disk })
  const start = performance.now()
  let messages = 0
  if (what === 'index') chatcli.search('nothing')
  else {
    const machine = { disk, folder, environment: {}, platform: 'linux', now: Date.now } as const
    const { tools } = await (await chatcli.imports()).run(machine)
    messages = tools.reduce((sum, { newMessages }) => sum + newMessages, 0)
  }
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage()
  const told: ChildFigures = {
    seconds,
    cpu: (user + system) / 1e6,
    peak: peakMemory(),
    sessions: chatcli.sessions.list({ limit: 1 }).total,
    messages,
    work,
  }
  process.stdout.write(`${JSON.stringify(told)}\n`)
}

interface ChildFigures {
  readonly seconds: number
  readonly cpu: number
  readonly peak: number
  readonly sessions: number
  readonly messages: number
  readonly work: DiskWork
}

/** With the flag of the engine that the command sets. */
async function pass(script: string, args: readonly string[], bytes: number): Promise<PassFigures> {
  const child = spawn(process.execPath, ['--optimize-for-size', script, 'import-child', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  const { seconds, cpu, peak, sessions, messages, work } = JSON.parse(out) as ChildFigures
  return {
    seconds: round(seconds),
    cpuSeconds: round(cpu),
    megabytesPerSecond: round(bytes / 1e6 / seconds),
    peakMegabytes: Math.round(peak / 1e6),
    sessions,
    messages,
    syncs: work.synced - work.foldersSynced,
    folderSyncs: work.foldersSynced,
  }
}

/** @returns how many sessions there were when it was killed */
async function killedPass(script: string, home: string, person: string, seconds: number): Promise<number> {
  const args = [script, 'import-child', 'import', home, person]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  await setTimeout(seconds * 1000)
  child.kill('SIGKILL')
  await once(child, 'close')
  return openChatCli({ home }).sessions.list({ limit: 1 }).total
}
