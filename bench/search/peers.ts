import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** What a peer took, or why it could not be run. Times in milliseconds by class of query. */
export type PeerRun =
  | {
      readonly buildMs: number
      /** UTF-16 code units indexed. */
      readonly text: number
      readonly peakMb: number
      readonly indexBytes: number | null
      readonly times: Readonly<Record<string, readonly number[]>>
    }
  | { readonly missing: string }

export type Queries = Readonly<Record<string, readonly string[]>>

const folder = join('bench', 'search')

/** minisearch in a process of its own; all of its index is in memory. */
export function runMinisearch(corpus: string, queries: string, memoryMb: number): PeerRun {
  return runPeer([`--max-old-space-size=${memoryMb}`, join(folder, 'peer-minisearch.mjs'), corpus, queries])
}

/** FTS5 of SQLite, through better-sqlite3, in a process of its own. */
export function runFts5(corpus: string, queries: string, database: string): PeerRun {
  return runPeer([join(folder, 'peer-fts5.mjs'), corpus, queries, database])
}

function runPeer(args: readonly string[]): PeerRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status === 0) return JSON.parse(stdout) as PeerRun
  const why = /Cannot find package|ERR_MODULE_NOT_FOUND|bindings file/.test(stderr)
    ? 'not installed'
    : /heap out of memory/.test(stderr)
      ? 'it needs more memory than it was given'
      : (/^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'it failed')
  return { missing: why }
}

/** ripgrep over the session files, each word a run, the files of all of them kept: a few queries of each class. */
export function runRipgrep(corpus: string, queries: Queries, perClass: number): PeerRun {
  if (spawnSync('rg', ['--version']).status !== 0) return { missing: 'not installed' }
  const times = Object.entries(queries).map(([name, list]) => {
    const taken = list.slice(0, perClass).map((query) => {
      const start = performance.now()
      const found = query.split(' ').map((word) => {
        const args = [
          '--files-with-matches',
          '--ignore-case',
          '--word-regexp',
          '--fixed-strings',
          word,
          corpus,
        ]
        return new Set(spawnSync('rg', args, { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout.split('\n'))
      })
      const [first = new Set<string>(), ...rest] = found
      void [...first].filter((file) => rest.every((other) => other.has(file)))
      return performance.now() - start
    })
    return [name, taken] as const
  })
  return { buildMs: 0, text: 0, peakMb: 0, indexBytes: null, times: Object.fromEntries(times) }
}
