import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChatCli } from '../../src/open-chatcli.ts'
import { seededRandom } from '../../src/disk/seeded-random.ts'
import { type BuiltDriver, buildDriver } from './build-driver.ts'
import { startDriver } from './driver-process.ts'
import { readConversation } from './read-conversation.ts'
import { type ScriptServer, startScriptServer } from './start-script-server.ts'
import { acknowledgements, turnProblems } from './turn-problems.ts'

const isTorture = process.env['CHATCLI_TORTURE'] === '1'
const TURNS = isTorture ? 500 : 100
const SEED = Number(process.env['CHATCLI_TEST_SEED'] ?? 20_261_130)
/** A process is killed when it has told so many lines, or fewer, and a moment has passed: milliseconds, at most. */
const LINES = 24
const MOMENT = 80
/** Turns a process is told to take: more than it lives to see. */
const AT_ONCE = 12

/** Two conversations: one with a name, which every start loads, one that was never saved, which every start recovers. */
const ways = [
  { writer: 'a', command: 'attach sea' },
  { writer: 'b', command: 'recover' },
] as const

describe('kill -9 at any moment of a turn', () => {
  let driver: BuiltDriver
  let model: ScriptServer
  beforeAll(async () => {
    driver = await buildDriver()
    model = await startScriptServer()
  })
  afterAll(async () => {
    await model.server.close()
    driver.remove()
  })

  it(`loses and doubles nothing that was acknowledged, in ${TURNS} turns`, async () => {
    const home = join(driver.folder, 'home')
    const random = seededRandom(SEED)
    const seen = acknowledgements()
    const next: Record<string, number> = { a: 0, b: 0 }
    const counts = { processes: 0, begun: 0, cutOff: 0 }
    const run = async ({ writer, command }: (typeof ways)[number]): Promise<void> => {
      counts.processes++
      let lines = Math.floor(random() * LINES)
      const moment = random() * MOMENT
      const process = startDriver({
        script: driver.script,
        home,
        url: model.server.url,
        onTold(told) {
          seen.note(told)
          if (told.on === 'begin') {
            next[writer] = (next[writer] ?? 0) + 1
            counts.begun++
          }
          if (told.on === 'notice' && told.kind === 'cut-off') counts.cutOff++
          if (lines-- === 0) setTimeout(() => process.kill(), moment)
        },
      })
      const first = next[writer] ?? 0
      const turns = Array.from({ length: AT_ONCE }, (_, i) => `turn ${writer} ${first + i}`)
      process.send(command, ...turns)
      const complaint = await process.ended
      if (complaint !== '') throw new Error(complaint)
    }
    while (counts.begun < TURNS) {
      for (const way of ways) await run(way)
    }
    // Another start of each ends what the last kill cut off.
    const last = startDriver({ script: driver.script, home, url: model.server.url, onTold: seen.note })
    last.send('attach sea', 'recover', 'leave')
    expect(await last.ended).toBe('')

    const chatcli = openChatCli({ home })
    const others = chatcli.sessions.list().sessions.filter(({ name }) => name !== 'sea')
    expect(others).toHaveLength(1)
    const figures = { acknowledged: 0, partial: 0, damage: 0 }
    for (const count of seen.kept.values()) figures.acknowledged += count
    const problems: string[] = []
    for (const [writer, name] of [
      ['a', 'sea'],
      ['b', others[0]?.name ?? ''],
    ] as const) {
      const read = readConversation(home, name)
      const own = new Map([...seen.kept].filter(([tag]) => tag.startsWith(`${writer}-`)))
      problems.push(...read.problems, ...turnProblems(read.record, { ...seen, kept: own }))
      figures.partial += read.record.filter(({ meta }) => meta?.['partial'] === true).length
      figures.damage += read.damage
    }
    process.stdout.write(
      `kill -9 (seed ${SEED}): ${counts.begun} turns in ${counts.processes} processes, all killed; ` +
        `${seen.ended.size} turns ended, ${counts.cutOff} starts found some cut off; ` +
        `${figures.acknowledged} messages acknowledged, ${figures.partial} answers kept in part, ` +
        `${figures.damage} torn lines, ${problems.length} problems\n`,
    )
    expect(problems, `seed ${SEED}`).toEqual([])
    expect(model.refused).toEqual([])
    // The kills did come in the middle.
    expect(counts.cutOff).toBeGreaterThan(3)
    expect(figures.partial).toBeGreaterThan(0)
    expect(seen.ended.size).toBeLessThan(counts.begun)
  }, 600_000)
})
