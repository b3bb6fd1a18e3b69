import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openKnowledgeBase } from '../src/contexts/knowledge/open-knowledge-base.ts'
import { createRealDisk } from '../src/disk/real-disk.ts'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { homePaths } from '../src/store/home-paths.ts'
import { testContext } from '../src/store/store-context.ts'
import { makeRepository } from './knowledge-repository.ts'
import { round, type Timing, timingOf } from './measure.ts'

export interface KnowledgeFigures {
  readonly files: number
  readonly megabytes: number
  /** Seconds, by the clock and of the processor. */
  readonly create: { readonly wall: number; readonly cpu: number }
  /** Most memory of the whole process while it was made, megabytes. */
  readonly peakMegabytes: number
  readonly indexMegabytes: number
  readonly passages: number
  /** Milliseconds. */
  readonly refreshUnchanged: Timing & { readonly cpu: number }
  readonly refreshOneChanged: number
  readonly openAndFirstSearch: number
  /** `cpu`: the median, which other programs disturb less. */
  readonly search: Timing & { readonly cpu: number }
}

const queries = 300

/** A knowledge base over a made repository: made, brought up to date, and asked. */
export async function knowledge(folder: string, files: number): Promise<KnowledgeFigures> {
  const repository = join(folder, 'repository')
  mkdirSync(repository)
  const made = makeRepository(repository, files)
  const home = homePaths(join(folder, 'home'))
  mkdirSync(home.root)
  const context = testContext(createRealDisk(), { home, now: Date.now })
  const definition = { id: 'bench', name: 'bench', description: '', paths: [repository] }
  const base = openKnowledgeBase(context, definition)
  let peak = 0
  const create = await cost(async () => {
    await base.refresh({ onProgress: () => (peak = Math.max(peak, process.memoryUsage.rss())) })
  })
  // A file that was changed within the last two seconds is looked at once more.
  await base.refresh()
  const unchanged: Cost[] = []
  for (let i = 0; i < 5; i++) unchanged.push(await cost(() => base.refresh()))
  const { documents, passages, bytes } = base.status()
  const [first] = base.toc('area0/part0').entries
  appendFileSync(join(repository, first?.source ?? ''), '\nexport const fresh = "newest"\n')
  const changed = await cost(() => base.refresh())
  const again = openKnowledgeBase(context, definition)
  const opened = await cost(() => void again.search('loadBadi'))
  const asked = questions(base.toc('area0/part0').entries.map(({ source }) => base.get(source).text))
  for (const question of asked.slice(0, 30)) base.search(question)
  const times: Cost[] = []
  for (const question of asked) times.push(await cost(() => void base.search(question)))
  const ofProcessor = (costs: readonly Cost[]): number => timingOf(costs.map(({ cpu }) => cpu)).p50
  return {
    files: documents,
    megabytes: round(made.bytes / 1e6),
    create: { wall: round(create.wall / 1000), cpu: round(create.cpu / 1000) },
    peakMegabytes: Math.round(peak / 1e6),
    indexMegabytes: Math.round(bytes / 1e6),
    passages,
    refreshUnchanged: { ...timingOf(unchanged.map(({ wall }) => wall)), cpu: ofProcessor(unchanged) },
    refreshOneChanged: round(changed.wall),
    openAndFirstSearch: round(opened.wall),
    search: { ...timingOf(times.map(({ wall }) => wall)), cpu: ofProcessor(times) },
  }
}

/** Milliseconds. */
interface Cost {
  readonly wall: number
  readonly cpu: number
}

async function cost(work: () => unknown): Promise<Cost> {
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - start, cpu: (user + system) / 1000 }
}

/** One to six words that stand near each other in some document, common and rare ones. */
function questions(texts: readonly string[]): readonly string[] {
  const random = seededRandom(7)
  return Array.from({ length: queries }, (_, i) => {
    const words = texts[i % texts.length]?.match(/[A-Za-z]+/g) ?? []
    const at = Math.floor(random() * Math.max(1, words.length - 6))
    return words.slice(at, at + 1 + (i % 6)).join(' ')
  })
}
