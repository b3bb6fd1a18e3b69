import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../src/disk/seeded-random.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { homeAfter, homeBefore } from './home-after.ts'
import { afterPowerCut, canMount, newDisk } from './loop-disk.ts'
import { makeTemplate } from './make-template.ts'
import { type RealOperation, processOf, realOperations } from './operations.ts'
import { type World, problemBetween, worldKey } from './talk-world.ts'

/** Cuts of one operation: at random moments while it runs, and one at the moment at which it says that it is done. */
const cutsOf = { ci: 3, full: 40 } as const

const turns: RealOperation = {
  name: 'turns',
  template: 'plain',
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
    if (!canMount(lab.folder))
      return [{ ...figure, measured: 'not run: no disk can be mounted here', isMet: 'not-run', problems: [] }]
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
        problems: problems.slice(0, 8),
      },
      proofFigure(proof),
    ]
  },
}

/** The same with every fsync left out must be noticed, or the experiment sees nothing. */
const withoutSync = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:retval=0']

function proofFigure({ cuts, problems }: { cuts: number; problems: readonly string[] }): Figure {
  return {
    what: 'the same without any fsync (to see that a loss is seen)',
    bar: 'is noticed',
    measured: `${problems.length} problems in ${cuts} cuts`,
    isMet: problems.length > 0,
    problems: [],
  }
}

async function cutUnder(
  operation: RealOperation,
  random: () => number,
  lab: Lab,
  under: readonly string[] = [],
): Promise<{ readonly cuts: number; readonly problems: readonly string[] }> {
  const problems: string[] = []
  let cuts = 0
  const scratch = join(lab.folder, 'scratch')
  mkdirSync(scratch, { recursive: true })
  for (let round = 0; round < cutsOf[lab.scale]; round++) {
    const disk = newDisk(join(lab.folder, 'disk'), 48)
    try {
      cpSync(join(lab.folder, operation.template), disk.folder, { recursive: true, preserveTimestamps: true })
      const home = join(disk.folder, 'home')
      const before = homeBefore(home, scratch, operation)
      syncAll(disk.folder)
      const { command, environment } = processOf(operation, { ...lab, home })
      const [file = '', ...args] = [...under, ...command]
      const child = spawn(file, args, { env: environment, stdio: ['pipe', 'pipe', 'ignore'] })
      child.stdin.on('error', () => {})
      child.stdin.end(operation.input)
      let told = ''
      child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      const moment = 80 + random() * 500
      const first = await Promise.race([ended.then(() => 'ended' as const), sleep(moment, 'moment' as const)])
      let left: { readonly world: World; readonly told: string } | string | undefined
      if (first === 'moment') {
        child.kill('SIGSTOP')
        // What it told before it stood still is in the pipe.
        await sleep(20)
        left = look(told)
        child.kill('SIGCONT')
      }
      const status = await ended
      const last = look(told)
      const after = homeAfter(home, scratch, operation)
      cuts += left === undefined ? 1 : 2
      for (const [when, world] of [
        ['in the middle', left],
        ['at the end', last],
      ] as const) {
        if (world === undefined) continue
        const problem =
          typeof world === 'string'
            ? world
            : (problemBetween(world.world, before, after) ??
              missing(world.world, world.told) ??
              (when === 'at the end' && status === 0 && worldKey(world.world) !== worldKey(after)
                ? `it was done, and is not: ${worldKey(world.world).slice(0, 400)}`
                : undefined))
        if (problem !== undefined) problems.push(`${when} (round ${round}): ${problem}`)
      }

      function look(told: string): { readonly world: World; readonly told: string } | string {
        try {
          return afterPowerCut(disk, scratch, (files) => ({
            world: homeAfter(join(files, 'home'), scratch, operation),
            told,
          }))
        } catch (error) {
          return error instanceof Error ? error.message : String(error)
        }
      }
    } finally {
      disk.unmount()
    }
  }
  return { cuts, problems }
}

/** A turn that was acknowledged and is not there. */
function missing(world: World, told: string): string | undefined {
  const texts = [...world.sessions.values(), ...world.loose].flatMap(({ record }) => record)
  const heads = new Set(texts.map((text) => text.split(' ').slice(0, 2).join(' ')))
  for (const [, word] of told.matchAll(/^said (\S+)\n/gm))
    if (!heads.has(`${word} 0`) || !heads.has(`${word} 1`)) return `acknowledged, and not there: ${word}`
  return undefined
}

function syncAll(folder: string): void {
  spawnSync('sync', ['-f', folder])
}
