import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import { eachOf } from './each-of.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { rehearse, runWithFault } from './fault-run.ts'
import { hasLibFiu, reachable, tellLibFiu, withLibFiu } from './lib-fiu.ts'
import { makeSession } from './make-session.ts'
import { makeTemplate } from './make-template.ts'
import { notRun } from './not-run.ts'
import { realOperations } from './operations.ts'
import { unkept } from './unkept.ts'

/** Numbers of errors, as Linux has them. */
const EIO = 5
const ENOSPC = 28
/** Calls that node itself does not need: they may fail from its first moment on. */
const fromTheStart = [
  `enable_random name=posix/io/sync/fsync,probability=0.2,failinfo=${EIO}`,
  `enable_random name=posix/io/dir/rename,probability=0.2,failinfo=${ENOSPC}`,
  `enable_random name=posix/io/dir/unlink,probability=0.2,failinfo=${EIO}`,
  `enable_random name=posix/io/rw/ftruncate,probability=0.2,failinfo=${EIO}`,
].join('\n')
/** Calls of a process that takes turns: what fails, and how. Node breaks off when a call of its own fails, as by a kill. */
const whileTurns: Readonly<Record<string, string>> = {
  'writes refused': `enable_random name=posix/io/rw/write,probability=0.1,failinfo=${ENOSPC}`,
  'syncs refused': `enable_random name=posix/io/sync/fsync,probability=0.1,failinfo=${EIO}`,
  'any call of files refused': `enable_random name=posix/io/*,probability=0.02,failinfo=${EIO}`,
}

/** Calls of the C library that fail at random, also several of one run; by strace each run has one fault. */
export const randomErrors: Experiment = {
  name: 'random-errors',
  about: 'errors at random (libfiu), several in one run',
  async run(lab) {
    const what = 'sync, rename, unlink, truncate refused at random, every operation'
    const bar = '0 lost, 0 doubled, no wrong "done"'
    if (!hasLibFiu()) return [notRun({ what, bar }, 'no libfiu here')]
    return [await underOperations({ what, bar }, lab), ...(await underTurns(lab))]
  },
}

async function underOperations(row: Pick<Figure, 'what' | 'bar'>, lab: Lab): Promise<Figure> {
  for (const template of ['plain', 'sealed'] as const) makeTemplate(join(lab.folder, template), template)
  const rounds = lab.scale === 'full' ? 20 : 1
  const random = seededRandom(lab.seed)
  const operations = realOperations.filter(() => lab.scale === 'full' || random() < 0.35)
  const problems: string[] = []
  let refused = 0
  await eachOf(operations, 2, async (operation) => {
    const rehearsed = rehearse(operation, join(lab.folder, operation.template), lab)
    for (let round = 0; round < rounds; round++) {
      const { ended, problem } = await runWithFault(rehearsed, { environment: withLibFiu(fromTheStart) }, lab)
      if (ended.status !== 0) refused++
      if (problem !== undefined) problems.push(`${operation.name}, round ${round}: ${problem}`)
    }
    lab.say(`${operation.name}: ${rounds} runs`)
  })
  return {
    ...row,
    measured: `${problems.length} problems in ${rounds * operations.length} runs of ${operations.length} operations, ${refused} of them refused (drawn by libfiu, no seed)`,
    isMet: problems.length === 0 && refused > 0,
    problems,
  }
}

async function underTurns(lab: Lab): Promise<readonly Figure[]> {
  const rounds = lab.scale === 'full' ? 25 : 2
  const figures: Figure[] = []
  for (const [what, command] of Object.entries(whileTurns)) {
    const problems: string[] = []
    let [acknowledged, met] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const home = join(lab.folder, `${what.replaceAll(' ', '-')}-${round}`)
      const { output, hasMet } = await takeTurns(home, command, lab)
      const { messages } = openChatCli({ home }).sessions.record('alpha')
      const contents = messages.map(({ message }) => message.content)
      const heads = contents.map((content) => content.split(' ').slice(0, 2).join(' '))
      acknowledged += output.match(/^said /gm)?.length ?? 0
      if (hasMet) met++
      problems.push(...unkept(contents, output).map((head) => `acknowledged, and not there: ${head}`))
      if (new Set(heads).size < heads.length) problems.push(`round ${round}: said twice`)
    }
    figures.push({
      what: `turns with ${what} at random`,
      measured: `${problems.length} problems in ${rounds} runs, ${met} of them met it, ${acknowledged} acknowledged turns`,
      bar: 'each acknowledged turn once',
      isMet: problems.length === 0 && met > 0 && acknowledged > 0,
      problems,
    })
    lab.say(`${what}: ${problems.length} problems, ${acknowledged} acknowledged turns`)
  }
  return figures
}

/** Turns whose calls begin to fail after the first of them. */
async function takeTurns(
  home: string,
  command: string,
  lab: Lab,
): Promise<{ readonly output: string; readonly hasMet: boolean }> {
  mkdirSync(home, { recursive: true })
  makeSession(home, 'first')
  const base = join(lab.folder, 'fiu')
  const child = spawn(execPath, [lab.worker, 'turns', home, 'w', '0', '120', '900'], {
    env: { ...withLibFiu(), ...reachable(base) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  let isTold = false
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (isTold || child.pid === undefined) return
    isTold = true
    tellLibFiu(base, child.pid, command)
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { output, hasMet: status !== 0 || /^(?:not|beside) /m.test(output) }
}
