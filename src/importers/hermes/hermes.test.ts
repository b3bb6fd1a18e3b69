import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { databaseImporter } from '../shared/database-importer.suite.ts'
import { changeDatabase, databaseSample } from '../shared/foreign-database.suite.ts'
import { left, said } from '../shared/said.suite.ts'
import { hermes } from './hermes.ts'

const AT = '.hermes'
const places = { [AT]: databaseSample('hermes-agent') }

importerContract(hermes, { places })
databaseImporter(hermes, {
  places,
  database: `${AT}/state.db`,
  grow: {
    sql: `INSERT INTO messages (session_id, role, content, timestamp) VALUES ('h3', 'user', 'More', 1767604300)`,
    conversation: 'h3',
    last: 'user: More',
  },
  shrink: `DELETE FROM messages WHERE session_id = 'h2'`,
})

describe('hermes-agent', () => {
  it('reads sessions as they were split, branched and delegated, and leaves out what nobody said', async () => {
    const machine = sampleMachine(places)
    try {
      const collected = await collectImport(hermes, machine)
      expect([...collected.conversations.keys()].sort()).toEqual(['h1', 'h2', 'h3', 'h5', 'p1'])
      expect(said(collected, 'h1')).toEqual([
        'user: Paint the wings 🪽',
        'thinking assistant: Which colour?',
        'tool-call assistant: ',
        'tool-result tool: wings.svg',
        'assistant: Painted white.',
        'undone user: No, undo that',
        'user: Like this [image-1.png]',
      ])
      expect(said(collected, 'h2')).toEqual([
        'summary user: [CONTEXT COMPACTION — REFERENCE ONLY] Wings were painted.',
        'user: Now the tail',
      ])
      expect(said(collected, 'h5')).toEqual(['user: ok', 'user: ok'])
      const origin = (id: string) => {
        const { parent, kind } = collected.conversations.get(id)?.facts ?? {}
        return [parent, kind]
      }
      expect(['h1', 'h2', 'h3', 'h5'].map(origin)).toEqual([
        [undefined, undefined],
        ['h1', 'fork'],
        ['h1', 'sub-agent'],
        ['h2', 'fork'],
      ])
      expect(collected.conversations.get('h1')?.facts).toEqual({
        id: 'h1',
        title: 'Wings',
        cwd: '/home/ada/ship',
        branch: 'main',
        model: 'demo-h',
        startedAt: 1767604200500,
        updatedAt: 1767604250000,
      })
      expect(collected.conversations.get('h1')?.messages[0]?.at).toBe(1767604201250)
      expect([...left(collected)].sort()).toEqual(['probe hidden ×1', 'unknown oracle'])
    } finally {
      machine.remove()
    }
  })

  it('sees that a message was taken back, though nothing was added', async () => {
    const machine = sampleMachine(places)
    const first = await collectImport(hermes, machine)
    changeDatabase(
      machine.path(`${AT}/state.db`),
      `UPDATE messages SET active = 0 WHERE content = 'Now the tail'`,
    )
    const second = await collectImport(hermes, machine, undefined, first.cursors)
    expect(said(second, 'h2').at(-1)).toBe('undone user: Now the tail')
    machine.remove()
  })
})
