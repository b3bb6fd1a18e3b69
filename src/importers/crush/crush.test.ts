import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { databaseImporter } from '../shared/database-importer.suite.ts'
import { changeDatabase, databaseSample } from '../shared/foreign-database.suite.ts'
import { left, said } from '../shared/said.suite.ts'
import { crush } from './crush.ts'

const sample = databaseSample('crush')
/** A database of the person, where it is looked for without a list of projects. */
const places = { '.crush': `${sample}/knots/.crush` }
const DATABASE = '.crush/crush.db'

importerContract(crush, { places })
databaseImporter(crush, {
  places,
  database: DATABASE,
  grow: {
    sql: `INSERT INTO messages (id, session_id, role, parts, created_at, updated_at, finished_at)
      VALUES ('d9', 'k2', 'assistant', '[{"type":"text","data":{"text":"Hemp."}}]', 1767604400, 1767604400, 1)`,
    conversation: 'k2',
    last: 'assistant: Hemp.',
  },
  shrink: `DELETE FROM messages WHERE id = 'd1'`,
})

describe('Crush', () => {
  it('reads sessions with times in seconds and in milliseconds, and those that were begun for a task', async () => {
    const machine = sampleMachine(places)
    try {
      const collected = await collectImport(crush, machine)
      expect(said(collected, 'k1')).toEqual([
        'user: Tie a bowline 🪢 [rope.png]',
        'thinking assistant: Rabbit, hole, tree.',
        'assistant: I try it.',
        'tool-call assistant: ',
        'tool-result tool: slipped (error)',
        'assistant: Tied.',
        'summary user: A bowline was tied.',
      ])
      const k1 = collected.conversations.get('k1')
      expect(k1?.messages.map(({ at = 0 }) => at - 1767604200000)).toEqual([
        0, 1000, 1000, 1000, 3000, 4000, 5000,
      ])
      expect(k1?.messages[3]?.message.tool_calls).toEqual([
        { id: 't1', type: 'function', name: 'bash', arguments: { command: 'tie' } },
      ])
      expect(k1?.facts).toEqual({
        id: 'k1',
        title: 'Knots 結び',
        cwd: machine.folder,
        model: 'demo-k2',
        startedAt: 1767604200000,
        updatedAt: 1767604200000,
      })
      const origin = (id: string) => collected.conversations.get(id)?.facts
      expect(origin('k1-call$$t1')).toMatchObject({ parent: 'k1', kind: 'sub-agent' })
      expect(origin('title-k1')).toMatchObject({ parent: 'k1', kind: 'sub-agent' })
      expect(origin('k2')?.title).toBe('ok')
      expect(left(collected)).toEqual(['unknown ribbon'])
    } finally {
      machine.remove()
    }
  })

  it('leaves an answer alone that is being written, and takes it when it is whole', async () => {
    const machine = sampleMachine(places, { now: () => Date.now() })
    const first = await collectImport(crush, machine)
    expect(said(first, 'k2')).toEqual(['user: ok', 'user: ok'])
    const late = { ...machine, now: () => Date.now() + 3_600_000 }
    const second = await collectImport(crush, late, undefined, first.cursors)
    expect([...second.conversations.keys()]).toEqual(['k2'])
    expect(said(second, 'k2').at(-1)).toBe('assistant: Half an ans')
    changeDatabase(
      machine.path(DATABASE),
      `UPDATE messages SET updated_at = 1767604500, finished_at = 1767604500,
         parts = '[{"type":"text","data":{"text":"A whole answer"}}]' WHERE id = 'd3'`,
    )
    const third = await collectImport(crush, machine, undefined, second.cursors)
    expect(said(third, 'k2').at(-1)).toBe('assistant: A whole answer')
    machine.remove()
  })

  it('finds projects in the list of the tool, and below a folder that a person names', () => {
    const machine = sampleMachine({
      'code/deep/knots': `${sample}/knots`,
      'code/node_modules/x': `${sample}/knots`,
    })
    const path = machine.path('code/deep/knots/.crush/crush.db')
    expect(crush.roots(machine)).toEqual([])
    expect([...crush.units(machine, machine.path('code'))].map((unit) => unit.path)).toEqual([path])
    fs.mkdirSync(machine.path('.local/share/crush'), { recursive: true })
    const projects = [
      { path: machine.path('code/deep/knots') },
      { path: '/gone', data_dir: machine.path('none') },
    ]
    fs.writeFileSync(machine.path('.local/share/crush/projects.json'), JSON.stringify({ projects }))
    expect(crush.roots(machine)).toEqual([path])
    machine.remove()
  })
})
