import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { cliPath } from '../start-up.ts'
import { type Timing, round, timeProcesses, timingOf } from '../measure.ts'
import type { BuildFigures, UseFigures } from './ours.ts'
import { measureBuild, measureUse } from './ours.ts'
import type { PeerRun, Queries } from './peers.ts'
import { runFts5, runMinisearch, runRipgrep } from './peers.ts'

export interface SearchBenchOptions {
  /** Folder of session files of version 2. */
  readonly corpus: string
  /** JSON file: queries by class. */
  readonly queries: string
  /** Leave the peers out. */
  readonly alone?: boolean
}

type ClassTimes = Readonly<Record<string, { readonly p50: number; readonly p99: number }>>

export interface PeerFigures {
  readonly buildMbPerS: number | null
  readonly peakMb: number | null
  readonly indexRatio: number | null
  readonly queries: ClassTimes
}

/** Milliseconds, megabytes of 10^6 bytes; the size of the index is a share of the text. */
export interface SearchFigures {
  readonly sessions: number
  readonly messages: number
  readonly textMb: number
  readonly ours: PeerFigures & {
    readonly segments: number
    readonly openMs: number
    readonly freshnessMs: number
    readonly sweepMs: number
    readonly updateMs: number
    readonly forgetMs: number
    readonly coldMs: number | null
    readonly bareNodeMs: number | null
  }
  readonly peers: Readonly<Record<string, PeerFigures | { readonly missing: string }>>
}

/** Measures our index and its peers on one corpus, each in processes of its own, one after the other. */
export function searchBench({ corpus, queries, alone = false }: SearchBenchOptions): SearchFigures {
  const folder = mkdtempSync(join(tmpdir(), 'chatcli-search-'))
  try {
    const home = join(folder, 'home')
    linkFiles(resolve(corpus), join(home, 'sessions'))
    const asked = JSON.parse(readFileSync(queries, 'utf8')) as Queries
    const build = child<BuildFigures>('build', home)
    const cold = coldStart(home, Object.values(asked)[0]?.[0] ?? 'nothing')
    const use = child<UseFigures>('use', home, resolve(queries))
    const peers: Record<string, PeerFigures | { missing: string }> = {}
    if (!alone) {
      const paths = [resolve(corpus), resolve(queries)] as const
      peers['fts5'] = peerFigures(runFts5(...paths, join(folder, 'fts5.db')), build)
      peers['minisearch'] =
        build.text > 2e8
          ? { missing: 'it would need about ten times the text in memory' }
          : peerFigures(runMinisearch(...paths, 8192), build)
      peers['ripgrep'] = peerFigures(runRipgrep(resolve(corpus), asked, 5), build)
    }
    return {
      sessions: build.sessions,
      messages: build.messages,
      textMb: round(build.text / 1e6),
      ours: {
        buildMbPerS: round(build.text / 1e3 / build.ms),
        peakMb: Math.round(build.peakMb),
        indexRatio: round(build.bytes / build.text),
        segments: build.segments,
        openMs: round(use.openMs),
        freshnessMs: timingOf(use.freshness).p50,
        sweepMs: timingOf(use.sweep).p50,
        updateMs: timingOf(use.update).p50,
        forgetMs: timingOf(use.forget).p50,
        coldMs: cold?.search.p50 ?? null,
        bareNodeMs: cold?.bareNode.p50 ?? null,
        queries: classTimes(use.times),
      },
      peers,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the processes do that {@link searchBench} starts. */
export function searchChild([what, home = '', queries = '']: readonly string[]): void {
  const figures =
    what === 'build'
      ? measureBuild(home)
      : measureUse(home, JSON.parse(readFileSync(queries, 'utf8')) as Queries)
  process.stdout.write(JSON.stringify(figures))
}

function child<Figures>(...args: readonly string[]): Figures {
  const [, script = ''] = process.argv
  const run = spawnSync(process.execPath, [script, 'search-child', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (run.status !== 0) throw new Error(`the process that measures "${args[0]}" ended with ${run.status}`)
  return JSON.parse(run.stdout) as Figures
}

/** The built command in a process of its own, beside a node that does nothing; undefined when it is not built. */
function coldStart(home: string, query: string): Record<'bareNode' | 'search', Timing> | undefined {
  const cli = cliPath(process.cwd())
  if (!existsSync(cli)) return undefined
  const node = process.execPath
  const commands = { bareNode: [node, '-e', '0'], search: [node, cli, 'search', query] }
  return timeProcesses(commands, { CHATCLI_HOME: home }, 15)
}

function peerFigures(run: PeerRun, { text }: BuildFigures): PeerFigures | { missing: string } {
  if ('missing' in run) return run
  const { buildMs, peakMb, indexBytes, times } = run
  return {
    buildMbPerS: buildMs === 0 ? null : round(run.text / 1e3 / buildMs),
    peakMb: peakMb === 0 ? null : Math.round(peakMb),
    indexRatio: indexBytes === null ? null : round(indexBytes / text),
    queries: classTimes(times),
  }
}

function classTimes(times: Readonly<Record<string, readonly number[]>>): ClassTimes {
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => {
      const { p50, p99 } = timingOf(list)
      return [name, { p50, p99 }]
    }),
  )
}

/** The same files under another name, so that what the bench changes is not the corpus. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const file of readdirSync(from)) {
    if (!file.endsWith('.json')) continue
    try {
      linkSync(join(from, file), join(to, file))
    } catch {
      copyFileSync(join(from, file), join(to, file))
    }
  }
}
