import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { type FakeRequest, startFakeModelServer } from '../test/fake-model-server.ts'
import type { FakeReply } from '../test/fake-model-server-reply.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { act, delay } from './soak/actor.ts'
import { agentActor } from './soak/agent-actor.ts'
import { checkWorld } from './soak/check-world.ts'
import { editorActor } from './soak/editor-actor.ts'
import { errandActor } from './soak/errand-actor.ts'
import { homeSize } from './soak/home-size.ts'
import { importerActor } from './soak/importer-actor.ts'
import { keeperActor } from './soak/keeper-actor.ts'
import { processIn } from './soak/proc-figures.ts'
import { readerActor } from './soak/reader-actor.ts'
import { replActor } from './soak/repl-actor.ts'
import { rotationActor } from './soak/rotation-actor.ts'
import { soakPlot } from './soak/soak-plot.ts'
import type { SoakSample } from './soak/soak-sample.ts'
import { SoakWorld } from './soak/soak-world.ts'

export interface SoakOptions {
  readonly minutes: number
  /** Where the figures and the plot go. */
  readonly json?: string | undefined
  readonly plot?: string | undefined
}

/** Half a minute of {@link soak}, so that it stays alive. */
export const shortSoak: Experiment = {
  name: 'soak',
  about: 'all surfaces at once in a sealed home, killed at random',
  run: (lab) => soak(lab, { minutes: lab.scale === 'ci' ? 0.5 : 2 }),
}

/**
 * Everything at once in one sealed home, each in a process of its own that is killed at random: two people at a
 * terminal, one-shots, agents over stdio and HTTP, an editor, another tool whose history is watched, retention, renames,
 * deletions, new keys, readers. A ledger outside of the home is compared with it every few minutes and at the end.
 */
export async function soak(lab: Lab, { minutes, json, plot }: SoakOptions): Promise<readonly Figure[]> {
  const root = join(lab.folder, 'person')
  const scratch = join(lab.folder, 'scratch')
  mkdirSync(root)
  mkdirSync(scratch)
  // Somebody may build another one meanwhile.
  const program = join(lab.folder, 'program')
  cpSync(dirname(lab.cli), program, { recursive: true })
  lab.say(`in ${root}`)
  const model = await startFakeModelServer()
  const answer = (): FakeReply => {
    model.say(answer)
    return { text: world.message(world.ledger.answer()) }
  }
  model.say(answer)
  const cli = join(program, 'cli.js')
  const world = new SoakWorld({ root, cli, modelUrl: model.url, seed: lab.seed, say: lab.say })
  const late = (reason: unknown): void => world.refused('a promise', String(reason))
  process.on('unhandledRejection', late)
  let draws = 0
  const random = (): (() => number) => seededRandom(lab.seed + ++draws)
  const importer = importerActor(world, random())
  const actors = [
    importer,
    replActor('ann', world, random()),
    replActor('ben', world, random()),
    errandActor(world, random()),
    agentActor('stdio', world, random()),
    agentActor('http', world, random()),
    editorActor(world, random()),
    keeperActor(world, random()),
    readerActor(world, random()),
    rotationActor(world, Math.min(480_000, (minutes * 60_000) / 3)),
  ]
  const samples: SoakSample[] = []
  const start = Date.now()
  const seconds = (): number => Math.round((Date.now() - start) / 1000)
  const sample = (): void => {
    samples.push({
      at: seconds(),
      memory: world.pack.memory(),
      ...homeSize(world.home),
      operations: total(world.operations),
      kills: total(world.pack.kills),
      acknowledged: world.ledger.acknowledged,
    })
    // It would keep them all.
    ;(model.requests as FakeRequest[]).length = 0
  }
  const sampling = setInterval(sample, Math.min(10_000, minutes * 1000))
  const telling = setInterval(() => lab.say(told(samples.at(-1), world)), 60_000)
  const check = async (): Promise<void> => {
    await world.gate.close()
    await checkWorld(world, importer, scratch)
    world.gate.open()
  }
  const work = actors.map((actor) => act(actor, world, random()))
  const attack = (async () => {
    const draw = random()
    while (!world.isOver) {
      await delay((2000 + draw() * 5000) * (lab.scale === 'ci' ? 0.5 : 1))
      if (!world.gate.isOpen) continue
      if (draw() < 0.85) world.pack.killOne(draw)
      else world.pack.stopOne(draw, 500 + draw() * 4000)
    }
  })()
  const end = start + minutes * 60_000
  const between = Math.min(300_000, (minutes * 60_000) / 2)
  while (Date.now() + between < end) {
    await delay(between)
    await check()
  }
  await delay(Math.max(0, end - Date.now()))
  world.isOver = true
  await Promise.all([...work, attack])
  await checkWorld(world, importer, scratch)
  sample()
  clearInterval(sampling)
  clearInterval(telling)
  await model.close()
  process.off('unhandledRejection', late)
  const figures = summary(world, seconds())
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ seed: lab.seed, ...figures, samples }, undefined, 1)}\n`)
  if (plot !== undefined) writeFileSync(plot, soakPlot(samples))
  return [
    {
      what: `${minutes < 1 ? `${minutes * 60} seconds` : `${minutes} minutes`} of all surfaces at once`,
      measured: `${world.problems.length} problems: ${figures.operationCount} operations, ${figures.killCount} kills, ${world.pack.stops} stopped, ${figures.acknowledged} acknowledged turns`,
      bar: 'each turn once, in its order; what was forgotten is gone',
      isMet: world.problems.length === 0 && figures.acknowledged > 0 && figures.killCount > 0,
      problems: world.problems.slice(0, 20),
    },
  ]
}

interface Summary {
  readonly seconds: number
  /** Seconds of processor time of all its processes. */
  readonly processorSeconds: number
  readonly acknowledged: number
  readonly forgotten: number
  readonly operationCount: number
  readonly killCount: number
  readonly stops: number
  readonly operations: Readonly<Record<string, number>>
  readonly kills: Readonly<Record<string, number>>
  readonly refusals: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

function summary({ ledger, operations, pack, refusals, problems }: SoakWorld, seconds: number): Summary {
  return {
    seconds,
    processorSeconds: processorSeconds(),
    acknowledged: ledger.acknowledged,
    forgotten: ledger.forgotten.size,
    operationCount: total(operations),
    killCount: total(pack.kills),
    stops: pack.stops,
    operations: Object.fromEntries(operations),
    kills: Object.fromEntries(pack.kills),
    refusals: Object.fromEntries(refusals),
    problems,
  }
}

function told(sample: SoakSample | undefined, world: SoakWorld): string {
  if (sample === undefined) return ''
  const { at, bytes, indexBytes, trashBytes, files, operations, kills, acknowledged, memory } = sample
  const mb = (size: number): string => (size / 2 ** 20).toFixed(1)
  const each = Object.entries(memory).map(([name, value]) => `${name} ${value.toFixed(0)}`)
  return `${Math.round(at / 60)} min: ${operations} operations, ${kills} kills, ${acknowledged} turns, ${world.problems.length} problems, ${total(world.refusals)} refusals; home ${mb(bytes)} MB in ${files} files, index ${mb(indexBytes)}, trash ${mb(trashBytes)}; processor ${Math.round((processorSeconds() / Math.max(1, at)) * 100)} %; ${each.join(', ')}`
}

function processorSeconds(): number {
  return Math.round(processIn(readFileSync('/proc/self/stat', 'utf8')).seconds)
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
