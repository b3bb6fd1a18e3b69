import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { seededRandom } from '../disk/seeded-random.ts'
import { nowMs, openHome } from './import-home.suite.ts'
import type { ImportResult } from './imports-api.ts'
import { ownSample, sampleMachine } from './sample-machine.suite.ts'
import { changeDatabase, databaseSample } from './shared/foreign-database.suite.ts'

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** Where each sample stands, and whether its files hold entries that can be read one without the other. */
const samples: readonly (readonly [tool: string, place: string, isByLine: boolean])[] = [
  ['claude-code', '.claude', true],
  ['codex', '.codex', true],
  ['pi', '.pi/agent', true],
  ['gemini-cli', '.gemini', false],
  ['copilot', '.copilot', false],
  ['cline', '.cline/data', false],
  ['goose', '.local/share/goose/sessions', false],
  ['chatcli-go', '.chatcli', false],
  ['continue', '.continue', false],
  ['aichat', '.config/aichat', false],
  ['chatgpt', 'Downloads', false],
  ['claude-ai', 'Downloads', false],
  ['open-webui', 'Downloads', false],
  ['librechat', 'Downloads', false],
  ['plain', 'named', false],
]

describe('what is nested a hundred thousand levels deep', () => {
  it.each(samples)('costs %s what holds it, and is counted', async (tool, place, isByLine) => {
    const machine = sampleMachine({ [place]: ownSample(tool) })
    const random = seededRandom(11)
    const environment = { CHATCLI_HOME: machine.path('own') }
    const importAll = async (): Promise<ImportResult> => {
      const imports = await openHome(createSimulatedDisk({ nowMs })).imports()
      return imports.run(
        { ...machine, environment },
        { tool, ...(tool === 'plain' ? { paths: [machine.path(place)] } : {}) },
      )
    }
    const said = ({ tools }: ImportResult): number => tools.reduce((sum, each) => sum + each.newMessages, 0)
    try {
      const whole = await importAll()
      const files = fs
        .readdirSync(machine.path(place), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(jsonl?|ya?ml)$/.test(name))
        .map((name) => join(machine.path(place), name))
      expect(files.length).toBeGreaterThan(0)
      for (let round = 0; round < 2; round++) {
        const kept = files.map((path) => [path, fs.readFileSync(path)] as const)
        for (const [path, bytes] of kept) {
          // A value in the middle of a line, and an argument of a tool where there is one.
          const text = bytes.toString('latin1')
          const values = [...text.matchAll(/: ?"(?:[^"\\\n]|\\.)*"/g)]
          const calls = values.filter((value) =>
            /(input|arguments|args|rawArgs)"$/.test(text.slice(0, value.index)),
          )
          const from = round === 0 && calls.length > 0 ? calls : values
          const value = from[Math.floor(random() * from.length)]
          if (value === undefined) continue
          const behind = value.index + value[0].length
          fs.writeFileSync(path, `${text.slice(0, value.index)}: ${DEEP}${text.slice(behind)}`, 'latin1')
        }
        const now = await importAll()
        const known = new Set(whole.skips.map((skip) => JSON.stringify(skip)))
        const isCounted = now.skips.some((skip) => !known.has(JSON.stringify(skip)))
        expect(isCounted || said(now) >= said(whole)).toBe(true)
        if (isByLine) expect(said(now)).toBeGreaterThan(said(whole) / 2)
        for (const [path, bytes] of kept) fs.writeFileSync(path, bytes)
      }
      expect(said(await importAll())).toBe(said(whole))
    } finally {
      machine.remove()
    }
  })

  it('costs a database the row that holds it', async () => {
    const machine = sampleMachine({ '.config/Cursor/User': join(databaseSample('cursor'), 'User') })
    const id = 'cafe0006-0000-4000-8000-000000000006'
    try {
      changeDatabase(
        machine.path('.config/Cursor/User/globalStorage/state.vscdb'),
        `UPDATE cursorDiskKV SET value = '{"type":2,"text":"x","toolFormerData":{"name":"n","params":${DEEP}}}'
          WHERE key = 'bubbleId:${id}:w2'`,
      )
      const chatcli = openHome(createSimulatedDisk({ nowMs }))
      const { skips } = await (await chatcli.imports()).run(machine)
      expect(skips).toContainEqual(
        expect.objectContaining({ reason: 'damaged', detail: `bubbleId:${id}:w2` }),
      )
    } finally {
      machine.remove()
    }
  })
})
