import { spawnSync } from 'node:child_process'
import { mkdirSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { eachOf } from './each-of.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { type Rehearsed, rehearse, runWithFault } from './fault-run.ts'
import { homeBefore } from './home-after.ts'
import { makeTemplate } from './make-template.ts'
import { notRun } from './not-run.ts'
import { processOf, realOperations } from './operations.ts'
import { runProcess } from './run-process.ts'
import { worldKey } from './talk-world.ts'

/** Bytes a file may have: a write across the limit is cut short by the system, the next one refused. */
const fileSizes = [0, 1, 100, 700, 1500, 2500, 4000, 6000, 9000, 14_000, 30_000]
/** Descriptors a process may have; node itself does not start with fewer than about 37. */
const descriptors = [37, 38, 39, 40, 41, 42, 44, 46]

/** Operations with less than they need: by `prlimit`, and on a disk that takes no writes. */
export const limits: Experiment = {
  name: 'limits',
  about: 'short writes and EFBIG, EMFILE (prlimit), EROFS (remount), every operation',
  async run(lab) {
    const rows = [
      { what: 'files may only grow to a size (short writes, EFBIG)', bar: '0 lost, no wrong "done"' },
      { what: 'few descriptors (EMFILE)', bar: '0 lost, no wrong "done"' },
    ] as const
    if (spawnSync('prlimit', ['--version']).error !== undefined)
      return rows.map((row) => notRun(row, 'no prlimit here'))
    for (const template of ['plain', 'sealed'] as const) makeTemplate(join(lab.folder, template), template)
    const rehearsed = realOperations.map((operation) =>
      rehearse(operation, join(lab.folder, operation.template), lab),
    )
    const few = { ci: 1.2, full: Infinity }[lab.scale]
    return [
      await under(rows[0], { rehearsed, commands: fileSizes.map((size) => `--fsize=${size}`), few }, lab),
      await under(rows[1], { rehearsed, commands: descriptors.map((n) => `--nofile=${n}`), few }, lab),
      await whenReadOnly(rehearsed, lab),
    ]
  },
}

interface Limited {
  readonly rehearsed: readonly Rehearsed[]
  /** What prlimit is told. */
  readonly commands: readonly string[]
  /** Of each operation so many are tried, about. */
  readonly few: number
}

async function under(
  row: Pick<Figure, 'what' | 'bar'>,
  { rehearsed, commands, few }: Limited,
  lab: Lab,
): Promise<Figure> {
  const random = seededRandom(lab.seed)
  const all = rehearsed.flatMap((one) => commands.map((command) => ({ one, command })))
  const chosen = all.filter(() => random() * commands.length < few)
  const problems: string[] = []
  let refused = 0
  await eachOf(chosen, 2, async ({ one, command }) => {
    const { ended, problem } = await runWithFault(one, { under: ['prlimit', command], mayTear: true }, lab)
    if (ended.status !== 0) refused++
    if (problem !== undefined) problems.push(`${one.operation.name}, ${command}: ${problem}`)
  })
  lab.say(`${row.what}: ${chosen.length} runs, ${refused} refused, ${problems.length} problems`)
  return {
    ...row,
    measured: `${problems.length} problems in ${chosen.length} runs of ${all.length}, ${refused} of them refused`,
    isMet: problems.length === 0 && refused > 0,
    problems,
  }
}

/** Commands that must answer all the same. */
const readers: readonly (readonly string[])[] = [
  ['session', 'list'],
  ['session', 'get', 'alpha'],
  ['search', 'tide'],
  ['session', 'export', 'alpha', 'md', '-'],
]

/** Every operation on a disk that was mounted again for reading only: all is as it was, readers answer. */
async function whenReadOnly(rehearsed: readonly Rehearsed[], lab: Lab): Promise<Figure> {
  const row = {
    what: 'a disk mounted for reading only (EROFS), every operation and four readers',
    bar: 'all as before, each writer says so, readers answer',
  }
  const files = join(lab.folder, 'read-only')
  mkdirSync(files)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', files]).status !== 0)
    return notRun(row, 'no tmpfs can be mounted here')
  try {
    for (const template of ['plain', 'sealed'])
      cpSync(join(lab.folder, template), join(files, template), {
        recursive: true,
        preserveTimestamps: true,
      })
    spawnSync('mount', ['-o', 'remount,ro', files])
    const problems: string[] = []
    let [told, answered] = [0, 0]
    for (const { operation, before } of rehearsed) {
      const home = join(files, operation.template, 'home')
      const { command, environment } = processOf(operation, { ...lab, home })
      const { status, stdout, stderr } = await runProcess(command, environment, { input: operation.input })
      if (status !== 0) told++
      const changes = worldKey(rehearsed.find((one) => one.operation === operation)?.after ?? before)
      const isWrongDone = status === 0 && operation.acknowledged === undefined && changes !== worldKey(before)
      if (isWrongDone && !operation.leavesOut?.(stdout))
        problems.push(`${operation.name}: it is said to be done`)
      if (operation.isJob !== true && /^\s+at .*:\d+:\d+/m.test(stderr))
        problems.push(`${operation.name}: a stack trace: ${stderr.slice(0, 300)}`)
      if (worldKey(homeBefore(home, lab.folder, operation)) !== worldKey(before))
        problems.push(`${operation.name}: not as before`)
    }
    for (const words of readers) {
      const home = join(files, 'plain', 'home')
      const environment = { CHATCLI_HOME: home, HOME: files, CHATCLI_LANGUAGE: 'en' }
      const { status, stdout, stderr } = await runProcess([execPath, lab.cli, ...words], environment)
      if (status === 0 && stdout.includes('alpha')) answered++
      else problems.push(`${words.join(' ')}: ${status} ${stderr.slice(0, 200)}`)
    }
    return {
      ...row,
      measured: `${problems.length} problems: ${told} of ${rehearsed.length} operations refused, ${answered} of ${readers.length} readers answered`,
      isMet: problems.length === 0 && told > 0,
      problems,
    }
  } finally {
    spawnSync('umount', [files])
  }
}
