import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../src/disk/seeded-random.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { homeAfter, homeBefore, homeIndexProblem } from './home-after.ts'
import { type LoopDisk, afterPowerCut, canMount, newDisk } from './loop-disk.ts'
import { lostWords } from './lost-words.ts'
import { makeTemplate } from './make-template.ts'
import { notRun } from './not-run.ts'
import { peerAppend } from './peer-appends.ts'
import { type RealOperation, processOf, realOperations } from './operations.ts'
import { type World, problemBetween, worldKey } from './talk-world.ts'

/** Cuts of one operation: at random moments while it runs, and one at the moment at which it says that it is done. */
const cutsOf = { ci: 3, full: 40 } as const

const turns: RealOperation = {
  name: 'turns',
  template: 'plain',
  isJob: true,
  args: ({ worker, home }) => [worker, 'turns', home, 'w', '0', '60', '900'],
  isRepeatable: true,
}

/** Cuts the power under each operation: the image of a mounted ext4 is copied while the process stands still. */
export const powerCuts: Experiment = {
  name: 'power-cuts',
  about: 'power cuts under every operation (image of a mounted ext4)',
  async run(lab) {
    const figure = {
      what: 'power cut at a random moment and right after "done", every operation',
      bar: '0 acknowledged turns lost, 0 effects lost',
    }
    if (!canMount(lab.folder)) return [notRun(figure, 'no disk can be mounted here')]
    for (const template of ['plain', 'sealed'] as const) makeTemplate(join(lab.folder, template), template)
    const random = seededRandom(lab.seed)
    const problems: string[] = []
    let cuts = 0
    for (const operation of [turns, ...realOperations]) {
      const found = await cutUnder(operation, random, lab)
      cuts += found.cuts
      problems.push(...found.problems.map((problem) => `${operation.name}, ${problem}`))
      lab.say(`${operation.name}: ${found.cuts} cuts, ${found.problems.length} problems`)
    }
    const proof = await cutUnder(turns, random, lab, ['strace', '-f', '-o', '/dev/null', ...withoutSync])
    return [
      {
        ...figure,
        measured: `${problems.length} problems in ${cuts} cuts, ${realOperations.length + 1} operations`,
        isMet: problems.length === 0 && cuts > 0,
        problems,
      },
      proofFigure(proof),
      ...(await peersCut(random, lab)),
    ]
  },
}

/** The same with every fsync left out must be noticed, or the experiment sees nothing. */
const withoutSync = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:retval=0']

function proofFigure({ cuts, problems }: Cuts): Figure {
  return {
    what: 'the same without any fsync (to see that a loss is seen)',
    bar: 'is noticed',
    measured: `${problems.length} problems in ${cuts} cuts`,
    isMet: problems.length > 0,
    problems: [],
  }
}

/** What others do, cut at a random moment: how many lines that were told to be written are gone. */
async function peersCut(random: () => number, lab: Lab): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const name of ['fs.promises.appendFile', 'fs.appendFileSync'] as const) {
    let [told, gone, cuts] = [0, 0, 0]
    for (let round = 0; round < cutsOf[lab.scale]; round++) {
      const disk = newDisk(join(lab.folder, 'disk'), 48)
      try {
        const path = join(disk.folder, 'lines.jsonl')
        const { command } = peerAppend(name, [path, 'w', '1000000', '900'])
        const [file = '', ...args] = command
        const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] })
        let output = ''
        child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
        const ended = new Promise((resolve) => child.on('close', resolve))
        await sleep(200 + random() * 300)
        child.kill('SIGSTOP')
        await sleep(20)
        const left = afterPowerCut(disk, lab.folder, (files) => readIfThere(join(files, 'lines.jsonl')))
        child.kill('SIGKILL')
        await ended
        const said = output.match(/^said .*$/gm)?.length ?? 0
        const kept = left.split('\n').filter((line) => /^\{.*\}$/.test(line)).length
        told += said
        gone += Math.max(0, said - kept)
        cuts++
      } finally {
        disk.unmount()
      }
    }
    figures.push({
      what: `the same with ${name}, not synced: lines of 900 characters`,
      measured: `${gone} gone, of ${told} told to be written, in ${cuts} cuts`,
      bar: '-',
      isMet: 'compared',
      problems: [],
    })
  }
  return figures
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'latin1') : ''
}

interface Cuts {
  readonly cuts: number
  readonly problems: readonly string[]
}

async function cutUnder(
  operation: RealOperation,
  random: () => number,
  lab: Lab,
  under: readonly string[] = [],
): Promise<Cuts> {
  const rounds: Cuts[] = []
  for (let round = 0; round < cutsOf[lab.scale]; round++) {
    const disk = newDisk(join(lab.folder, 'disk'), 48)
    try {
      rounds.push(await cutOnce(operation, { disk, moment: 80 + random() * 500, under }, lab))
    } finally {
      disk.unmount()
    }
  }
  return {
    cuts: rounds.reduce((sum, { cuts }) => sum + cuts, 0),
    problems: rounds.flatMap(({ problems }, round) =>
      problems.map((problem) => `${problem} (round ${round})`),
    ),
  }
}

interface CutPlan {
  readonly disk: LoopDisk
  /** Milliseconds after the operation began. */
  readonly moment: number
  /** Run by this command. */
  readonly under: readonly string[]
}

/** Cuts the power at a moment, if the operation is not over by then, and when it is over. */
async function cutOnce(operation: RealOperation, { disk, moment, under }: CutPlan, lab: Lab): Promise<Cuts> {
  const scratch = join(lab.folder, 'scratch')
  mkdirSync(scratch, { recursive: true })
  cpSync(join(lab.folder, operation.template), disk.folder, { recursive: true, preserveTimestamps: true })
  const home = join(disk.folder, 'home')
  const before = homeBefore(home, scratch, operation)
  syncAll(disk.folder)
  const look = (): World | string => {
    try {
      return afterPowerCut(disk, scratch, (files) => {
        const left = join(files, 'home')
        return homeIndexProblem(left, scratch, operation) ?? homeAfter(left, scratch, operation)
      })
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const { command, environment } = processOf(operation, { ...lab, home })
  const [file = '', ...args] = [...under, ...command]
  const child = spawn(file, args, { env: environment, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => {})
  child.stdin.end(operation.input)
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const found: { readonly when: string; readonly world: World | string; readonly told: string }[] = []
  if ((await Promise.race([ended.then(() => 'ended'), sleep(moment, 'moment')])) === 'moment') {
    child.kill('SIGSTOP')
    // What it told before it stood still is in the pipe.
    await sleep(20)
    found.push({ when: 'in the middle', told, world: look() })
    child.kill('SIGCONT')
  }
  const status = await ended
  const atEnd = look()
  found.push({ when: 'at the end', told, world: atEnd })
  const after = homeAfter(home, scratch, operation)
  const problems = found.flatMap(({ when, world, told }) => {
    const problem =
      typeof world === 'string'
        ? world
        : (problemBetween(world, before, after) ?? lostWords(world, told, operation))
    return problem === undefined ? [] : [`${when}: ${problem}`]
  })
  const isUndone = status === 0 && typeof atEnd !== 'string' && worldKey(atEnd) !== worldKey(after)
  return {
    cuts: found.length,
    problems: isUndone
      ? [...problems, `at the end: it was done, and is not: ${worldKey(atEnd).slice(0, 400)}`]
      : problems,
  }
}

function syncAll(folder: string): void {
  spawnSync('sync', ['-f', folder])
}
