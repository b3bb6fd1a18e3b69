import { execPath } from 'node:process'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { notRun } from './not-run.ts'
import { runProcess } from './run-process.ts'

interface Suite {
  readonly what: string
  readonly bar: string
  readonly paths: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The line of its output that says how much was tried. */
  readonly line?: RegExp
  /** The line of its output that lists what was tried, between semicolons. */
  readonly list?: RegExp
}

const suites: readonly Suite[] = [
  {
    what: 'simulated crashes at every call, one to three operations',
    bar: '0 lost, doubled or reordered',
    paths: ['test/crash/workloads.test.ts'],
    environment: { CHATCLI_CRASH_STATES: '1000000' },
    line: /^crash states: .*$/m,
  },
  {
    what: 'simulated errors at every call, races at every step, damage',
    bar: '0 wrong',
    paths: ['test/crash/faults.test.ts', 'test/crash/races.test.ts', 'test/crash/damage.test.ts'],
  },
  {
    what: 'whole turns with tools, killed',
    bar: '0 acknowledged messages lost or doubled',
    paths: ['test/turns'],
    environment: { CHATCLI_TORTURE: '1' },
    line: /^.*(?:killed|acknowledged).*$/m,
  },
  {
    what: 'files replaced under living writers, both killed',
    bar: 'each turn once',
    paths: ['test/processes/replacing.test.ts'],
    line: /^writers: .*$/m,
  },
  {
    what: 'safeguards of the store taken out, one at a time',
    bar: 'each is missed',
    paths: ['test/crash/safeguards.test.ts'],
    line: /^safeguards: \d+ of \d+ noticed/m,
    list: /^safeguards: [^:]*: (.*)$/m,
  },
  {
    what: 'safeguards of sealing taken out, one at a time',
    bar: 'each is missed',
    paths: ['test/seal/safeguards.test.ts'],
    line: /^safeguards of sealing: \d+ of \d+ noticed/m,
    list: /^safeguards of sealing: [^:]*: (.*)$/m,
  },
  { what: 'public bug reports', bar: 'each is a test', paths: ['test/bug-cases'] },
]

/** The tests that try the same in a simulated world; `npm test` runs them too, so a sample only names them. */
export const testSuites: Experiment = {
  name: 'suites',
  about: 'tests of the simulated disk, of whole turns, of taken-out safeguards',
  async run(lab) {
    const figures: Figure[] = []
    if (lab.scale === 'ci') return suites.map((row) => notRun(row, '`npm test` runs it'))
    for (const suite of suites) figures.push(await runSuite(suite, lab))
    return figures
  },
}

async function runSuite(
  { what, bar, paths, environment = {}, line, list }: Suite,
  lab: Lab,
): Promise<Figure> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...paths]
  const path = process.env['PATH'] ?? ''
  const { status, stdout, stderr } = await runProcess([execPath, ...vitest], { PATH: path, ...environment })
  const [, passed = '0', failed = '?'] = /^(\d+) passed, (\d+) failed/m.exec(stdout) ?? []
  const told = line?.exec(stdout)?.[0].trim()
  lab.say(`${what}: ${passed} passed, ${failed} failed`)
  return {
    what,
    bar,
    measured: `${passed} tests hold, ${failed} do not${told === undefined ? '' : `; ${told}`}`,
    isMet: status === 0 && Number(passed) > 0,
    problems: status === 0 ? [] : [stderr.slice(0, 500)],
    details: list?.exec(stdout)?.[1]?.split('; ') ?? [],
  }
}
