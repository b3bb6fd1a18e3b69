import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chatTurn } from './chat-turn.ts'
import { compacted } from './compacted.ts'
import { durableTurn } from './durable-turn.ts'
import { importBench, importChild } from './import.ts'
import { knowledge } from './knowledge.ts'
import { mcpBench } from './mcp/mcp-bench.ts'
import { scale } from './scale.ts'
import { scaleChild } from './scale/scale-child.ts'
import { scaleTable } from './scale/scale-table.ts'
import { runSearch } from './search/run-search.ts'
import { searchChild } from './search/search-bench.ts'
import { seal, sealChild } from './seal.ts'
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
    megabytes: { type: 'string' },
    files: { type: 'string', default: '20000' },
    sessions: { type: 'string' },
    home: { type: 'string' },
    cli: { type: 'string' },
    'no-index': { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    calls: { type: 'string', default: '100000' },
  },
})
// A process that a measurement started does its own part, and none of the measurements.
const isChild = positionals[0]?.endsWith('-child') === true
const wanted = new Set(
  isChild ? positionals.slice(0, 1) : positionals.length === 0 ? ['turn', 'start'] : positionals,
)
const runs = Number(values.runs)

async function inNewHome<Figures>(work: (home: string) => Figures | Promise<Figures>): Promise<Figures> {
  const home = mkdtempSync(join(tmpdir(), 'chatcli-bench-'))
  try {
    return await work(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const figures: Record<string, unknown> = {}
if (wanted.has('turn')) {
  const rows: unknown[] = []
  for (const messages of [100, 5000]) rows.push(await inNewHome((home) => durableTurn(home, messages, 300)))
  figures['durableTurn'] = rows
}
if (wanted.has('chat')) {
  const rows: unknown[] = []
  for (const sessions of [10, 1000, 5000])
    rows.push(await inNewHome((home) => chatTurn(home, 5000, sessions, 60)))
  figures['chatTurn'] = rows
}
if (wanted.has('compaction')) figures['compaction'] = [await inNewHome((home) => compacted(home, 5000, 60))]
if (wanted.has('knowledge')) {
  const rows: unknown[] = []
  for (const files of [1000, 50_000]) rows.push(await inNewHome((home) => knowledge(home, files)))
  figures['knowledge'] = rows
}
if (wanted.has('import')) {
  const size = { bytes: Number(values.megabytes ?? 2000) * 1e6, files: Number(values.files) }
  figures['import'] = [await inNewHome((home) => importBench(home, size, process.argv[1] ?? ''))]
}
if (wanted.has('seal')) {
  const script = process.argv[1] ?? ''
  figures['seal'] = [await inNewHome((home) => seal(home, 1000, script))]
}
if (wanted.has('mcp')) {
  const { sessions = 10_000, seconds, calls } = values
  const size = { sessions: Number(sessions), seconds: Number(seconds), calls: Number(calls) }
  figures['mcp'] = await inNewHome((home) => mcpBench(home, cliPath(process.cwd()), size))
}
if (wanted.has('start')) {
  const cli = cliPath(process.cwd())
  const rows: unknown[] = []
  for (const sessions of [80, 10_000])
    rows.push(await inNewHome((home) => startUp(home, cli, sessions, runs)))
  figures['startUp'] = rows
}
if (wanted.has('scale')) {
  const numbers = (given: string): number[] =>
    given.split(',').flatMap((size) => (Number(size) > 0 ? [Number(size)] : []))
  const measure = (folder: string): ReturnType<typeof scale> =>
    scale({
      folder,
      cli: values.cli ?? cliPath(process.cwd()),
      script: process.argv[1] ?? '',
      noIndex: values['no-index'],
      sessions: numbers(values.sessions ?? '5000,10000,20000'),
      megabytes: numbers(values.megabytes ?? '100,1000'),
    })
  // What is made takes long: it is kept where somebody says where.
  figures['scale'] = values.home === undefined ? await inNewHome(measure) : await measure(values.home)
}

if (wanted.has('import-child')) await importChild(positionals.slice(1))
else if (wanted.has('scale-child')) await scaleChild(positionals.slice(1))
else if (wanted.has('search-child')) searchChild(positionals.slice(1))
else if (wanted.has('seal-child')) sealChild(positionals.slice(1))
else if (wanted.has('search')) {
  const { corpus, queries, json, alone, plot } = values
  runSearch({ corpora: corpus.map((folder, i) => [folder, queries[i] ?? '']), json, alone, plot })
} else if (wanted.has('scale') && !values.json) {
  const { stores, marathons } = figures['scale'] as Awaited<ReturnType<typeof scale>>
  process.stdout.write(`${scaleTable(stores)}\n${scaleTable(marathons)}`)
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
