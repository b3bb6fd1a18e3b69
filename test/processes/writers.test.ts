import { execFileSync } from 'node:child_process'
import { execPath } from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/disk/seeded-random.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { type BuiltWorker, buildWorker } from './build-worker.ts'
import { foldProblem } from './fold-problem.ts'
import { runWriter } from './run-writer.ts'
import { sharedSession } from './shared-session.ts'

const WRITERS = 8
const TURNS = 200
const SEED = 20_260_601
/** A reader looks after so many acknowledged turns. */
const LOOK_EVERY = 40

describe('several processes', () => {
  let worker: BuiltWorker
  beforeAll(async () => {
    worker = await buildWorker()
  })
  afterAll(() => worker.remove())

  it('P8, R56: write one session, are killed and started again, and every acknowledged turn is there once', async () => {
    const { home, context } = sharedSession(worker.folder)
    const random = seededRandom(SEED)
    const acknowledged = new Map<string, number>()
    const problems: string[] = []
    let [total, looks, growing] = [0, 0, 0]
    const look = (): void => {
      const before = new Map(acknowledged)
      // Reading goes by the snapshot, or over all lines: both must see the same.
      const loaded = loadConversation(context, 'shared', { whole: looks++ % 2 === 0 })
      const window = loaded.fold.window().map(({ message }) => message.content)
      const problem = foldProblem(window, before)
      if (problem !== undefined) problems.push(problem)
      if (window.length < growing) problems.push(`${window.length} messages, there were ${growing} before`)
      growing = window.length
    }
    const kills = await Promise.all(
      Array.from({ length: WRITERS }, (_, i) =>
        runWriter({
          script: worker.script,
          home,
          writer: `w${i}`,
          turns: TURNS,
          killAfter: () => 4 + Math.floor(random() * 40),
          onAcknowledged(turn) {
            acknowledged.set(`w${i}`, turn + 1)
            if (++total % LOOK_EVERY === 0) look()
          },
        }),
      ),
    )
    look()
    const read = (): string => execFileSync(execPath, [worker.script, 'read', home], { encoding: 'utf8' })
    const readings = new Set([read(), read()])
    const killed = kills.reduce((sum, count) => sum + count, 0)
    const { window } = loadConversation(context, 'shared', { whole: true }).fold.state()
    process.stdout.write(
      `writers: ${WRITERS} (seed ${SEED}), acknowledged turns: ${total}, killed ${killed} times, readings: ${looks}, ` +
        `messages: ${window.length}, lost or doubled ${problems.length}\n`,
    )
    expect(problems).toEqual([])
    expect(window).toHaveLength(WRITERS * TURNS * 2)
    expect(readings.size).toBe(1)
    expect(killed).toBeGreaterThan(0)
  }, 180_000)
})
