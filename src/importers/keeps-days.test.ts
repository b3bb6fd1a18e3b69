import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { openChatCli } from '../open-chatcli.ts'
import { keepsDays } from './keeps-days.ts'
import { ownSample, sampleMachine, type SampleMachine } from './sample-machine.suite.ts'

const DAY = 86_400_000

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({})
})
afterEach(() => machine.remove())

function write(name: string, text: string): void {
  fs.mkdirSync(dirname(machine.path(name)), { recursive: true })
  fs.writeFileSync(machine.path(name), text)
}

describe('keepsDays', () => {
  it('is thirty days for the tools that delete, and nothing for the others', () => {
    expect(['claude-code', 'gemini-cli', 'codex', 'pi'].map((tool) => keepsDays(machine, tool))).toEqual([
      30,
      30,
      undefined,
      undefined,
    ])
  })

  it('is what the person set there', () => {
    write('.claude/settings.json', '{"cleanupPeriodDays": 365}')
    write('.gemini/settings.json', '{"general":{"sessionRetention":{"maxAge":"2w"}}}')
    expect(keepsDays(machine, 'claude-code')).toBe(365)
    expect(keepsDays(machine, 'gemini-cli')).toBe(14)
    write('.gemini/settings.json', '{"general":{"sessionRetention":{"enabled":false}}}')
    expect(keepsDays(machine, 'gemini-cli')).toBeUndefined()
    write('elsewhere/settings.json', '{"cleanupPeriodDays": 7}')
    const environment = { CLAUDE_CONFIG_DIR: machine.path('elsewhere') }
    expect(keepsDays({ ...machine, environment }, 'claude-code')).toBe(7)
  })

  it('is the default when the settings say nothing that can be understood', () => {
    for (const text of ['', '[', '[]', '{"cleanupPeriodDays":"long"}']) {
      write('.claude/settings.json', text)
      expect(keepsDays(machine, 'claude-code')).toBe(30)
    }
  })
})

describe('what is about to go', () => {
  it('is what the tool deletes within a week and was not imported', async () => {
    fs.cpSync(ownSample('claude-code'), machine.path('.claude'), { recursive: true })
    const now = Date.UTC(2026, 10, 1)
    const project = machine.path('.claude/projects/-home-ada-weather')
    const files = fs.readdirSync(project).filter((name) => name.endsWith('.jsonl'))
    files.forEach((name, i) => {
      const days = i === 0 ? 25 : 3
      fs.utimesSync(`${project}/${name}`, (now - days * DAY) / 1000, (now - days * DAY) / 1000)
    })
    const chatcli = openChatCli({ home: '/home/ada/.chatcli', disk: createSimulatedDisk(), now: () => now })
    const imports = await chatcli.imports()
    const then = { ...machine, now: () => now }
    expect(imports.find(then)).toMatchObject([{ tool: 'claude-code', keepsDays: 30, going: 1 }])
    await imports.run(then)
    expect(imports.find(then)).toMatchObject([{ going: 0 }])
  })
})
