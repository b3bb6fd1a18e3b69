import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execPath } from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRealDisk } from '../../src/disk/real-disk.ts'
import { seededRandom } from '../../src/disk/seeded-random.ts'
import { homePaths } from '../../src/store/home-paths.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { openLive } from '../../src/store/open-live.ts'
import { recordOf } from '../../src/store/record-of.ts'
import { testContext } from '../../src/store/store-context.ts'
import { type BuiltWorker, buildWorker } from './build-worker.ts'
import { foldProblem } from './fold-problem.ts'
import { runWriter } from './run-writer.ts'
import { sharedSession } from './shared-session.ts'

const WRITERS = 8
const TURNS = 60
const SEED = 20_260_701

interface Replacer {
  /** How often it was killed, and what it complained of. */
  readonly stop: () => Promise<{ readonly kills: number; readonly complaints: readonly string[] }>
}

/**
 * Runs a job over and over, killed at random, until it is told to stop and has said `forgot` once: on a machine with much
 * to do none of its runs may get that far before.
 */
function overAndOver(args: readonly string[], killAfterMs: () => number): Replacer {
  const over = new AbortController()
  let kills = 0
  let forgot = 0
  const complaints: string[] = []
  const isDone = (): boolean => over.signal.aborted && forgot > 0
  const loop = async (): Promise<void> => {
    while (!isDone()) {
      const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
      let timer: NodeJS.Timeout | undefined
      const kill = (): void => {
        if (child.kill('SIGKILL')) kills++
      }
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'forgot') forgot++
        if (isDone()) kill()
        else if (!over.signal.aborted) timer ??= setTimeout(kill, killAfterMs())
      })
      await new Promise((resolve) => child.on('close', resolve))
      clearTimeout(timer)
    }
  }
  const ended = loop()
  return {
    async stop() {
      over.abort()
      await ended
      return { kills, complaints }
    },
  }
}

describe('a transcript that is replaced over and over, by processes that are killed', () => {
  let worker: BuiltWorker
  beforeAll(async () => {
    worker = await buildWorker()
  })
  afterAll(() => worker.remove())

  it('has every turn that eight killed writers were told is on the disk, once', async () => {
    const { home, context, live } = sharedSession(worker.folder)
    const random = seededRandom(SEED)
    const acknowledged = new Map<string, number>()
    const replacing = [1, 2].map(() =>
      overAndOver([worker.script, 'replace', home], () => 400 + Math.floor(random() * 1800)),
    )
    const kills = await Promise.all(
      Array.from({ length: WRITERS }, (_, i) =>
        runWriter({
          script: worker.script,
          home,
          writer: `w${i}`,
          turns: TURNS,
          killAfter: () => 4 + Math.floor(random() * 30),
          onAcknowledged: (turn) => acknowledged.set(`w${i}`, turn + 1),
        }),
      ),
    )
    const replacers = await Promise.all(replacing.map(({ stop }) => stop()))
    openLive(testContext(createRealDisk(), { home: homePaths(home) }), 'shared').close()
    const { fold } = loadConversation(context, 'shared', { whole: true })
    const said = fold
      .window()
      .map(({ message }) => message.content)
      .filter((content) => !content.startsWith('to be forgotten'))
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
    const [killed, stopped] = [sum(kills), sum(replacers.map((replacer) => replacer.kills))]
    const { messages } = recordOf(loadConversation(context, 'shared', { whole: true }))
    const forgotten = messages.filter((message) => message.forgotten).length
    process.stdout.write(
      `writers: ${WRITERS} (seed ${SEED}), killed ${killed} times; replacers killed ${stopped} times; ` +
        `forgotten: ${forgotten}, messages: ${said.length}\n`,
    )
    expect(replacers.flatMap(({ complaints }) => complaints)).toEqual([])
    expect(forgotten).toBeGreaterThan(0)
    expect(foldProblem(said, acknowledged)).toBeUndefined()
    expect(said).toHaveLength(WRITERS * TURNS * 2)
    expect(stopped).toBeGreaterThan(0)
    // What is not replaced yet stays, for a day: it has two names.
    const left = readdirSync(join(home, 'transcripts')).filter((name) => name.includes('.replaced-'))
    const main = context.disk.stat(join(home, 'transcripts', `${live.id}.jsonl`))
    for (const name of left)
      expect(context.disk.stat(join(home, 'transcripts', name))?.ino, name).toBe(main?.ino)
  }, 180_000)
})
