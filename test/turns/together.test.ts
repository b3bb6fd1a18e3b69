import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDriver } from './ask-driver.ts'
import { type BuiltDriver, buildDriver } from './build-driver.ts'
import { readConversation } from './read-conversation.ts'
import { type ScriptServer, startScriptServer } from './start-script-server.ts'
import { acknowledgements, turnProblems } from './turn-problems.ts'
import { scriptOf } from './turn-script.ts'

/** How often both answer at the same moment, in how many sessions one after the other. */
const [ROUNDS, SESSIONS] = process.env['CHATCLI_TORTURE'] === '1' ? [1000, 10] : [60, 2]

describe('two processes that answer on one session at the same moment', () => {
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

  it(`have the same window in the end, and everything in it once, after ${ROUNDS} times`, async () => {
    const home = join(driver.folder, 'home')
    const seen = acknowledgements()
    const started = { script: driver.script, home, url: model.server.url, onTold: seen.note }
    const [one, other] = [askDriver(started), askDriver(started)]
    const problems: string[] = []
    const figures = { messages: 0, changes: 0 }
    for (let session = 0; session < SESSIONS; session++) {
      const name = `sea-${session}`
      await one.ask('new')
      await one.ask(`attach ${name}`)
      await one.ask(`turn o ${session * 4}`)
      await other.ask(`attach ${name}`)
      const first = (session * ROUNDS) / SESSIONS
      for (let round = first; round < first + ROUNDS / SESSIONS; round++) {
        // Odd ones have tools.
        const number = 2 * round + 1
        await Promise.all([one.ask(`turn a ${number}`), other.ask(`turn b ${number}`)])
      }
      const told = await Promise.all([one.ask('window'), other.ask('window')])
      const windows = told.map((lines) => lines.find(({ on }) => on === 'window'))
      const read = readConversation(home, name)
      const expected = { on: 'window', hash: read.hash, messages: read.window.length, open: 0 }
      for (const window of windows)
        if (JSON.stringify(window) !== JSON.stringify(expected))
          problems.push(
            `${name}: a writer has ${JSON.stringify(window)}, a reader ${JSON.stringify(expected)}`,
          )
      const tags = read.record.map(({ content }) => content.split(' ')[0] ?? '')
      const kept = new Map([...seen.kept].filter(([tag]) => tags.includes(tag)))
      problems.push(...read.problems, ...turnProblems(read.record, { ...seen, kept }))
      figures.messages += read.record.length
      figures.changes += tags.filter((tag, i) => i > 0 && tag !== tags[i - 1]).length
    }
    await Promise.all([one.leave(), other.leave()])
    let said = 0
    for (const tag of seen.ended) said += scriptOf(tag).length
    const turns = seen.ended.size
    process.stdout.write(
      `two at once: ${ROUNDS} times in ${SESSIONS} sessions; ${turns} turns, ${said} messages acknowledged, ` +
        `${figures.messages} there, ${figures.changes - turns} changes of writer inside turns, ${problems.length} problems\n`,
    )
    expect(problems).toEqual([])
    expect(model.refused).toEqual([])
    expect(turns).toBe(2 * ROUNDS + SESSIONS)
    expect(figures.messages).toBe(said)
    // They did answer at the same moment.
    expect(figures.changes - turns).toBeGreaterThan(ROUNDS)
  }, 900_000)
})
