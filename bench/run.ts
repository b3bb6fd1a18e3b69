import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { durableTurn } from './durable-turn.ts'
import { runSearch } from './search/run-search.ts'
import { searchChild } from './search/search-bench.ts'
import { cliPath, startUp } from './start-up.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '15' },
    corpus: { type: 'string', multiple: true, default: [] },
    queries: { type: 'string', multiple: true, default: [] },
    alone: { type: 'boolean', default: false },
    plot: { type: 'string' },
  },
})
const wanted = new Set(positionals.length === 0 ? ['turn', 'start'] : positionals)
const runs = Number(values.runs)

function inNewHome<Figures>(work: (home: string) => Figures): Figures {
  const home = mkdtempSync(join(tmpdir(), 'chatcli-bench-'))
  try {
    return work(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const figures: Record<string, unknown> = {}
if (wanted.has('turn')) {
  figures['durableTurn'] = [100, 5000].map((messages) =>
    inNewHome((home) => durableTurn(home, messages, 300)),
  )
}
if (wanted.has('start')) {
  const cli = cliPath(process.cwd())
  figures['startUp'] = [80, 10_000].map((sessions) => inNewHome((home) => startUp(home, cli, sessions, runs)))
}

if (wanted.has('search-child')) searchChild(positionals.slice(1))
else if (wanted.has('search')) {
  const { corpus, queries, json, alone, plot } = values
  runSearch({ corpora: corpus.map((folder, i) => [folder, queries[i] ?? '']), json, alone, plot })
} else if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`)
else {
  for (const [name, rows] of Object.entries(figures)) {
    process.stdout.write(`\n${name} (milliseconds)\n`)
    for (const row of rows as Record<string, unknown>[]) {
      for (const [key, value] of Object.entries(row)) {
        process.stdout.write(`  ${key.padEnd(22)} ${JSON.stringify(value)}\n`)
      }
      process.stdout.write('\n')
    }
  }
}
