import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { type Experiment, type Figure, type Lab } from './experiment.ts'
import { experiments } from './experiments.ts'
import { scoreboard } from './scoreboard.ts'
import { soak } from './soak.ts'

const { values } = parseArgs({
  options: {
    ci: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '20261101' },
    json: { type: 'string' },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '120' },
    plot: { type: 'string' },
  },
})
const root = mkdtempSync(join(tmpdir(), 'chatcli-torture-'))
const seed = Number(values.seed)
const worker = join(root, 'worker.mjs')
await build({
  entryPoints: ['torture/worker.ts'],
  outfile: worker,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'silent',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
})

function labOf({ name }: Experiment): Lab {
  const folder = join(root, name)
  mkdirSync(folder)
  return {
    scale: values.ci ? 'ci' : 'full',
    seed,
    folder,
    cli: resolve('dist/cli.js'),
    worker,
    say: (line) => process.stderr.write(`  ${name}: ${line}\n`),
  }
}

const long: Experiment = {
  name: 'soak',
  about: `${values.minutes} minutes of all surfaces at once`,
  run: (lab) => soak(lab, { minutes: Number(values.minutes), json: values.json, plot: values.plot }),
}

/** An experiment that breaks off has shown nothing. */
async function tried(experiment: Experiment): Promise<readonly Figure[]> {
  try {
    return await experiment.run(labOf(experiment))
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return [
      { what: experiment.about, measured: 'it broke off', bar: 'it ends', isMet: false, problems: [reason] },
    ]
  }
}

const results: { readonly name: string; readonly seconds: number; readonly figures: readonly Figure[] }[] = []
try {
  for (const experiment of values.soak ? [long] : experiments) {
    if (values.only.length > 0 && !values.only.includes(experiment.name)) continue
    process.stderr.write(`${experiment.name}: ${experiment.about}\n`)
    const start = Date.now()
    const figures = await tried(experiment)
    results.push({ name: experiment.name, seconds: Math.round((Date.now() - start) / 1000), figures })
  }
} finally {
  const isBroken = results.some(({ figures }) => figures.some(({ isMet }) => isMet === false))
  // What hours of use left cannot be made again.
  if (values.soak && isBroken) process.stderr.write(`Everything is left in ${root}\n`)
  else rmSync(root, { recursive: true, force: true })
}
process.stdout.write(scoreboard(results, seed))
// A soak has written its own.
if (values.json !== undefined && !values.soak)
  writeFileSync(values.json, `${JSON.stringify({ seed, results }, undefined, 2)}\n`)
const marks = results.flatMap(({ figures }) => figures.map(({ isMet }) => isMet))
const failed = marks.filter((isMet) => isMet === false).length
process.stdout.write(`\n${marks.filter((isMet) => isMet === true).length} passed, ${failed} failed\n`)
if (failed > 0) process.exitCode = 1
