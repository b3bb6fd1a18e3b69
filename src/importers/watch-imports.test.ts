import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { openChatCli } from '../open-chatcli.ts'
import type { ImportMachine } from './importer.ts'
import type { ImportResult, WatchImportOptions } from './imports-api.ts'
import { ownSample, sampleMachine, type SampleMachine } from './sample-machine.suite.ts'

const PROJECT = '.claude/projects/-home-ada-weather'
const home = '/home/ada/.chatcli'

let machine: SampleMachine
let chatcli: ChatCli
let passes: ImportResult[]
let errors: unknown[]
beforeEach(() => {
  machine = sampleMachine({})
  chatcli = openChatCli({ home, disk: createSimulatedDisk(), now: () => Date.UTC(2026, 10, 1) })
  passes = []
  errors = []
})
afterEach(() => machine.remove())

/** Does one thing after each look, then stops. */
async function watch(
  steps: readonly (() => void)[],
  more: Partial<WatchImportOptions> = {},
  watched: ImportMachine = machine,
): Promise<readonly number[]> {
  const stop = new AbortController()
  const waits: number[] = []
  let step = 0
  await (
    await chatcli.imports()
  ).watch(watched, {
    signal: stop.signal,
    async wait(ms) {
      waits.push(ms)
      const next = steps[step++]
      if (next === undefined) stop.abort()
      else next()
    },
    onPass: (result) => passes.push(result),
    onError: (error) => errors.push(error),
    ...more,
  })
  return waits
}

const sums = (): number[][] =>
  passes.map(({ tools }) => [
    tools.reduce((sum, { newSessions }) => sum + newSessions, 0),
    tools.reduce((sum, { newMessages }) => sum + newMessages, 0),
  ])
const line = (n: number, more = ''): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: `u${n}`,
    parentUuid: n === 0 ? null : `u${n - 1}`,
    sessionId: 's1',
    timestamp: new Date(Date.UTC(2026, 5, 1) + n * 1000).toISOString(),
    message: { role: 'user', content: `Line ${n}` },
  })}\n${more}`

describe('watching', () => {
  it('takes what appears, what grows, and nothing twice', async () => {
    const path = machine.path(`${PROJECT}/5e550009-0000-4000-8000-000000000009.jsonl`)
    await watch([
      () => {
        fs.mkdirSync(machine.path(PROJECT), { recursive: true })
        fs.writeFileSync(path, line(0))
      },
      () => undefined,
      () => fs.appendFileSync(path, line(1) + line(2)),
      () => undefined,
    ])
    expect(sums()).toEqual([
      [1, 1],
      [0, 2],
    ])
    expect(errors).toEqual([])
  })

  it('tells what was left out once', async () => {
    const path = machine.path(`${PROJECT}/5e550009-0000-4000-8000-000000000009.jsonl`)
    fs.mkdirSync(machine.path(PROJECT), { recursive: true })
    fs.writeFileSync(path, line(0, '{"broken\n'))
    await watch([() => fs.appendFileSync(path, line(1)), () => fs.writeFileSync(path, line(0, '{"broken\n'))])
    expect(passes.flatMap(({ skips }) => skips.map(({ reason }) => reason))).toEqual(['damaged'])
  })

  it('goes on when its place is gone for a while, and says what is wrong at the beginning', async () => {
    const place = machine.path('.claude/projects')
    const path = machine.path(`${PROJECT}/5e550009-0000-4000-8000-000000000009.jsonl`)
    fs.mkdirSync(machine.path(PROJECT), { recursive: true })
    fs.writeFileSync(path, line(0))
    const away = machine.path('away')
    await watch(
      [
        () => fs.renameSync(place, away),
        () => fs.renameSync(away, place),
        () => fs.appendFileSync(path, line(1)),
      ],
      { paths: [place] },
    )
    expect(sums()).toEqual([
      [1, 1],
      [0, 1],
    ])
    await expect(watch([], { tool: 'telex' })).rejects.toMatchObject({ code: 'usage' })
    await expect(watch([], { paths: [machine.path('none')] })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('goes on when the disk is full for a while', async () => {
    const disk = createSimulatedDisk()
    chatcli = openChatCli({ home, disk, now: () => Date.UTC(2026, 10, 1) })
    fs.cpSync(ownSample('claude-code'), machine.path('.claude'), { recursive: true })
    disk.failAt(1, 'ENOSPC', { names: ['createExclusive'] })
    await watch([() => undefined])
    expect(errors).toMatchObject([{ code: 'storage' }])
    expect(sums()).toEqual([[4, 27]])
  })

  it('looks less often when a look takes long, or brings nothing', async () => {
    let now = Date.UTC(2026, 10, 1)
    const slow = { ...machine, now: () => (now += 500) }
    const wait = async (): Promise<number> => {
      const stop = new AbortController()
      let waited = 0
      const imports = await chatcli.imports()
      await imports.watch(slow, {
        signal: stop.signal,
        async wait(ms) {
          waited = ms
          stop.abort()
        },
        onPass: () => undefined,
        onError: () => undefined,
      })
      return waited
    }
    expect(await wait()).toBe(15_000)
    expect(await watch([])).toEqual([2000])
    fs.cpSync(ownSample('claude-code'), machine.path('.claude'), { recursive: true })
    await wait()
    const usual = await wait()
    // What waits in the trash is read in each pass.
    const [session] = chatcli.sessions.list({ source: 'claude-code' }).sessions
    const path = String(session?.source?.['path'])
    chatcli.sessions.delete(session?.name ?? '')
    fs.appendFileSync(path, '\n')
    expect(await wait()).toBeGreaterThan(usual)
  })

  it('rests for long behind a pass that took long, but not behind the first one', async () => {
    let [now, reads] = [Date.UTC(2026, 10, 1), 0]
    const { disk } = machine
    const slow = {
      ...machine,
      now: () => now,
      disk: {
        ...disk,
        read(...parameters: Parameters<typeof disk.read>) {
          if (reads++ % 2 === 0) now += 1000
          return disk.read(...parameters)
        },
      },
    }
    const path = machine.path(`${PROJECT}/5e550009-0000-4000-8000-000000000009.jsonl`)
    fs.mkdirSync(machine.path(PROJECT), { recursive: true })
    fs.writeFileSync(path, line(0))
    const waits = await watch([() => fs.appendFileSync(path, line(1)), () => undefined], {}, slow)
    expect(waits).toEqual([2000, expect.any(Number), 2000])
    expect(waits[1]).toBeGreaterThan(20_000)
  })
})
