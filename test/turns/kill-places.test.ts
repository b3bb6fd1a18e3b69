import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canRecord } from '../processes/system-calls.ts'
import { type BuiltDriver, buildDriver } from './build-driver.ts'
import { type DriverProcess, startDriver } from './driver-process.ts'
import { readConversation } from './read-conversation.ts'
import { type ScriptServer, startScriptServer } from './start-script-server.ts'
import { acknowledgements, turnProblems } from './turn-problems.ts'

const isTorture = process.env['CHATCLI_TORTURE'] === '1'

/** `when`: the how-many-th call it is that never happens, because the process is killed as it asks for it. */
interface Place {
  readonly call: 'write' | 'fsync' | 'rename'
  readonly when: number
}

const count = (call: Place['call'], most: number): Place[] =>
  Array.from({ length: most }, (_, i) => ({ call, when: i + 1 }))
const all: readonly Place[] = [
  // Of the transcript: each line of four turns.
  ...count('write', 14),
  // Of everything: transcripts, session files, folders.
  ...count('fsync', 18),
  ...count('rename', 3),
]
const places = isTorture ? all : all.filter((_, i) => i % 2 === 0)

describe('kill -9 at chosen system calls of a turn', () => {
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

  it.skipIf(!canRecord())(
    'loses and doubles nothing that was acknowledged (skipped where strace cannot trace)',
    async () => {
      const home = join(driver.folder, 'home')
      const seen = acknowledgements()
      let next = 0
      let killed = 0
      const start = (under: readonly string[]): DriverProcess =>
        startDriver({
          script: driver.script,
          home,
          url: model.server.url,
          under,
          environment: { UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' },
          onTold(told) {
            seen.note(told)
            if (told.on === 'begin') next++
            if (told.on === 'done' && told.line === 'leave') killed--
          },
        })
      const run = async (under: readonly string[]): Promise<void> => {
        killed++
        const process = start(under)
        const turns = Array.from({ length: 4 }, (_, i) => `turn a ${next + i}`)
        process.send('attach sea', ...turns, 'leave')
        expect(await process.ended).toBe('')
      }
      await run([])
      const [transcript = ''] = readdirSync(join(home, 'transcripts'))
      const only = ['-P', join(home, 'transcripts', transcript)]
      for (const { call, when } of places) {
        const trace = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${when}`]
        await run(['strace', '-f', '-qq', '-o', '/dev/null', ...(call === 'write' ? only : []), ...trace])
      }
      await run([])
      const read = readConversation(home, 'sea')
      const problems = [...read.problems, ...turnProblems(read.record, seen)]
      process.stdout.write(
        `kill -9 at system calls: ${places.length} places, ${killed} killed, ${next} turns begun, ` +
          `${seen.ended.size} ended, ${read.record.length} messages, ${problems.length} problems\n`,
      )
      expect(problems).toEqual([])
      expect(model.refused).toEqual([])
      expect(killed).toBe(places.length)
    },
    600_000,
  )
})
