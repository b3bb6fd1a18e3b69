import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeCode } from './claude-code/claude-code.ts'
import type { Importer, ImportUnit } from './importer.ts'
import { orderUnits } from './order-units.ts'
import { sampleMachine, type SampleMachine } from './sample-machine.suite.ts'

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({})
})
afterEach(() => machine.remove())

const unit = (key: string, mtimeMs: number, more: Partial<ImportUnit> = {}): ImportUnit => {
  return { tool: 'telex', path: machine.path(key), key, bytes: 1, mtimeMs, id: key, ...more }
}
const keys = (units: readonly ImportUnit[], more: Partial<Importer> = {}): string =>
  orderUnits(
    { ...claudeCode, capabilities: { incremental: true, resumes: false }, head: () => undefined, ...more },
    machine,
    units,
  )
    .map(({ key }) => key)
    .join(' ')

describe('orderUnits', () => {
  it('has the newest first', () => {
    expect(keys([unit('a', 1), unit('b', 3), unit('c', 2)])).toBe('b c a')
  })

  it('reads files of one conversation in their order, at the place of the newest', () => {
    const units = [unit('a', 1, { id: 'x' }), unit('b', 4), unit('c', 5, { id: 'x' }), unit('d', 2)]
    expect(keys(units)).toBe('a c b d')
  })

  it('reads what does not tell its conversation oldest first', () => {
    const { id: _, ...nameless } = unit('export-2', 9)
    const { id: _id, ...older } = unit('export-1', 5)
    expect(keys([nameless, unit('a', 7), older])).toBe('export-1 export-2 a')
  })

  it('reads copies that cannot be told at a glance oldest first', () => {
    const blind: Importer = { ...claudeCode, head: undefined }
    const units = [unit('a', 1), unit('b', 3), unit('c', 2)]
    expect(orderUnits(blind, machine, units).map(({ key }) => key)).toEqual(['a', 'c', 'b'])
  })

  it('reads a session of Claude Code before what was copied from it', () => {
    const write = (name: string, mtimeMs: number, line: object): ImportUnit => {
      const path = machine.path(`.claude/projects/p/${name}.jsonl`)
      fs.mkdirSync(dirname(path), { recursive: true })
      fs.writeFileSync(path, `{"type":"summary","leafUuid":"x"}\n${JSON.stringify(line)}\n`)
      return unit(name, mtimeMs, { path })
    }
    const units = [
      write('alone', 5, { uuid: 'u9', type: 'user' }),
      write('fork', 9, { uuid: 'u7', forkedFrom: { sessionId: 'first', messageUuid: 'u1' } }),
      write('first', 1, { uuid: 'u1', parentUuid: null }),
      write('resumed', 8, { uuid: 'u1', parentUuid: null }),
    ]
    expect(orderUnits(claudeCode, machine, units).map(({ key }) => key)).toEqual([
      'first',
      'resumed',
      'fork',
      'alone',
    ])
    expect(claudeCode.head?.(machine, unit('gone', 1))).toBeUndefined()
  })
})
