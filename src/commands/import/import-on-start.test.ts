import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../../chatcli.ts'
import { createRealDisk } from '../../disk/real-disk.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../../importers/sample-machine.suite.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { textFor } from '../../text/text-for.ts'
import { importOffer } from './import-offer.ts'
import { importOnStart, type ImportOnStartOptions } from './import-on-start.ts'

let machine: SampleMachine
let chatcli: ChatCli
beforeEach(() => {
  machine = sampleMachine({ '.claude': ownSample('claude-code'), '.codex': ownSample('codex') })
  chatcli = openChatCli({ home: '/home/ada/.chatcli', disk: createSimulatedDisk() })
})
afterEach(() => machine.remove())

const context = (more: { readonly now?: () => number } = {}) => ({
  chatcli,
  text: textFor('en'),
  disk: createRealDisk(),
  environment: { HOME: machine.folder },
  cwd: machine.folder,
  now: Date.now,
  ...more,
})
const start = (more: Partial<ImportOnStartOptions> = {}, now?: () => number) =>
  importOnStart(context(now === undefined ? {} : { now }), {
    settings: { importOnStart: true },
    signal: new AbortController().signal,
    begin: async () => undefined,
    pause: async () => undefined,
    ...more,
  })
const total = (): number => chatcli.sessions.list().total

describe('importOnStart', () => {
  it('takes in what is new and says so in a line, once', async () => {
    expect(await start()).toEqual(['From other tools: 12 new sessions, 1 added to, 59 new messages.'])
    expect(total()).toBe(12)
    expect(await start()).toEqual([])
  })

  it('does nothing when it is not wanted, or the surface has ended', async () => {
    expect(await start({ settings: { importOnStart: false } })).toEqual([])
    const over = new AbortController()
    over.abort()
    expect(await start({ signal: over.signal })).toEqual([])
    expect(total()).toBe(0)
  })

  it('ends with the surface, and after ten seconds', async () => {
    const leaving = new AbortController()
    let pauses = 0
    const pause = async (): Promise<void> => {
      if (++pauses === 4) leaving.abort()
    }
    await start({ signal: leaving.signal, pause })
    expect(total()).toBeLessThan(12)
    let now = Date.UTC(2026, 10, 1)
    await start({}, () => (now += 4000))
    expect(total()).toBeLessThan(12)
    await start()
    expect(total()).toBe(12)
  })

  it('ends with a line when something fails that nobody thought of', async () => {
    const fail = async (): Promise<never> => {
      throw new TypeError('nobody thought of this')
    }
    expect(await start({ pause: fail })).toEqual(['Error: nobody thought of this'])
  })

  it('leaves large files to the command', async () => {
    const path = machine.path('.claude/projects/-home-ada-weather/5e550009-0000-4000-8000-000000000009.jsonl')
    const line = { type: 'user', uuid: 'u1', message: { role: 'user', content: 'x'.repeat(9 * 2 ** 20) } }
    fs.writeFileSync(path, `${JSON.stringify(line)}\n`)
    await start()
    expect(total()).toBe(12)
    await (await chatcli.imports()).run(machine)
    expect(total()).toBe(13)
  })
})

describe('importOffer', () => {
  it('names the tools that have a place here', async () => {
    expect(await importOffer(context())).toEqual([
      '',
      'There are conversations of Claude Code, Codex on this machine. Make them searchable with: chatcli import',
    ])
    fs.rmSync(machine.path('.claude'), { recursive: true })
    fs.rmSync(machine.path('.codex'), { recursive: true })
    expect(await importOffer(context())).toEqual([])
  })
})
