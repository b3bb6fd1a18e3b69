import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeModelServer } from '../test/fake-model-server.ts'
import { measuredRun, type MeasuredRun } from './scale/measured-run.ts'
import { perDoubling, type ScaleFigures } from './scale/scale-table.ts'
import { marathonSteps, type Step, storeSteps } from './scale/steps.ts'
import { makeCorpus } from './search/made-corpora.ts'

export interface ScaleOptions {
  /** Where the homes are made, and found the next time. */
  readonly folder: string
  /** The built program, and this script, which is started to make homes. */
  readonly cli: string
  readonly script: string
  /** Sizes of the stores, and of the homes with one long session in megabytes; each ascending. */
  readonly sessions: readonly number[]
  readonly megabytes: readonly number[]
  /** Without what needs the search index, which takes minutes to make. */
  readonly noIndex: boolean
}

/**
 * What everyday commands cost in large stores, and in homes with one long session, each as a whole process. The homes are
 * left as they were found but for the turns, and what expired counts as touched today.
 */
export async function scale(
  options: ScaleOptions,
): Promise<{ readonly stores: ScaleFigures; readonly marathons: ScaleFigures }> {
  const { folder, sessions, megabytes, noIndex } = options
  const wanted = (steps: readonly Step[]): Step[] => steps.filter(({ index }) => !noIndex || index !== true)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const corpus = join(folder, 'corpus')
  if (!existsSync(join(folder, 'queries.json')))
    makeCorpus(corpus, join(folder, 'queries.json'), Math.max(1000, ...sessions))
  const make = (what: 'store' | 'marathon', size: number, amount: number): string => {
    const home = join(folder, `${what}-${size}`)
    execFileSync(process.execPath, [options.script, 'scale-child', what, corpus, home, String(amount)])
    return home
  }
  const stores = sessions.map((size) => make('store', size, size))
  const marathons = megabytes.map((size) => make('marathon', size, size * 1e6))
  const model = await startFakeModelServer()
  try {
    return {
      stores: await measured('sessions', sessions, stores, wanted(storeSteps), options.cli, model.url),
      marathons: await measured('MB', megabytes, marathons, wanted(marathonSteps), options.cli, model.url),
    }
  } finally {
    await model.close()
  }
}

async function measured(
  unit: string,
  sizes: readonly number[],
  homes: readonly string[],
  steps: readonly Step[],
  cli: string,
  modelUrl: string,
): Promise<ScaleFigures> {
  const [first] = homes
  const start = first === undefined ? 0 : (await measuredRun(cli, ['--version'], { home: first })).cpu
  const rows: ScaleFigures['rows'][number][] = []
  const answering = {
    CHATCLI_PROVIDER: 'openai',
    CHATCLI_MODEL: 'fake-model',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: modelUrl,
  }
  for (const { name, words, grows, prepare, input = '', exitCode = 0, asks } of steps) {
    const runs: MeasuredRun[] = []
    for (const home of homes) {
      prepare?.(home)
      const run = await measuredRun(cli, words, { home, input, environment: asks ? answering : {} })
      if (run.exitCode !== exitCode)
        throw new Error(`${words.join(' ')} in ${home} ended with ${run.exitCode}: ${run.said}`)
      runs.push(run)
    }
    rows.push({ step: name, grows, runs, perDoubling: perDoubling(sizes, runs, start) })
  }
  return { unit, sizes, rows }
}
