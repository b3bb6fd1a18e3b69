import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { databaseImporter } from '../shared/database-importer.suite.ts'
import { changeDatabase, databaseSample } from '../shared/foreign-database.suite.ts'
import { left, said } from '../shared/said.suite.ts'
import { goose } from './goose.ts'

const AT = '.local/share/goose'
const places = { [AT]: databaseSample('goose') }

importerContract(goose, { places, growing: [`${AT}/sessions/20250105_101010.jsonl`] })
databaseImporter(goose, {
  places,
  database: `${AT}/sessions/sessions.db`,
  grow: {
    sql: `INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp)
      VALUES ('s2', '20260105_3', 'assistant', '[{"type":"text","text":"Seven."}]', 1767604300)`,
    conversation: '20260105_3',
    last: 'assistant: Seven.',
  },
  shrink: `DELETE FROM messages WHERE message_id = 'm2'`,
})

describe('Goose', () => {
  it('reads the database, and files of older versions that it does not have', async () => {
    const machine = sampleMachine(places)
    try {
      const collected = await collectImport(goose, machine)
      expect(said(collected, '20260105_1')).toEqual([
        'user: Feed the geese 🪿 [image-1.png]',
        'thinking assistant: Corn.',
        'assistant: With corn.',
        'tool-call assistant: ',
        'tool-result tool: corn.txt',
        'assistant: Done.',
        'user: And the ducks?',
      ])
      expect(said(collected, '20260105_2')).toEqual([
        'user: ok',
        'user: ok',
        'assistant: Honk.',
        'tool-call assistant: ',
        'tool-result tool: no such tool (error)',
      ])
      expect(said(collected, '20250105_101010')).toEqual([
        'user: Old\u2028question',
        'assistant: Old answer',
        'user: ok',
        'user: ok',
      ])
      expect([...collected.conversations.keys()].sort()).toEqual([
        '20250105_101010',
        '20260105_1',
        '20260105_2',
        '20260105_3',
      ])
      expect(collected.conversations.get('20260105_1')?.facts).toEqual({
        id: '20260105_1',
        title: 'Feeding geese',
        cwd: '/home/ada/geese',
        model: 'demo-g',
        startedAt: Date.UTC(2026, 0, 5, 9, 10),
        updatedAt: Date.UTC(2026, 0, 5, 9, 10),
      })
      expect(collected.conversations.get('20260105_3')?.facts.kind).toBe('sub-agent')
      expect(collected.conversations.get('20250105_101010')?.facts.title).toBe('Before the database')
      expect([...left(collected)].sort()).toEqual(['copy', 'damaged', 'probe hidden ×1', 'unknown feather'])
    } finally {
      machine.remove()
    }
  })

  it('knows messages again when a compaction writes all rows anew', async () => {
    const machine = sampleMachine(places)
    const ids = async () => {
      const { conversations } = await collectImport(goose, machine)
      return [...conversations.values()].flatMap(({ messages }) => messages.map(({ nativeId }) => nativeId))
    }
    const before = await ids()
    changeDatabase(
      machine.path(`${AT}/sessions/sessions.db`),
      `CREATE TEMP TABLE kept AS SELECT * FROM messages; DELETE FROM messages;
       INSERT INTO messages SELECT id + 500, message_id, session_id, role, content_json, created_timestamp, timestamp,
         tokens, metadata_json FROM kept`,
    )
    expect(await ids()).toEqual(before)
    expect(new Set(before).size).toBe(before.length)
    machine.remove()
  })

  it('sees a new name that is as long as the old one, and reads that session only', async () => {
    const machine = sampleMachine(places)
    const first = await collectImport(goose, machine)
    changeDatabase(
      machine.path(`${AT}/sessions/sessions.db`),
      `UPDATE sessions SET description = 'Feeding ducks', updated_at = '2026-01-05 10:00:00' WHERE id = '20260105_1'`,
    )
    const second = await collectImport(goose, machine, undefined, first.cursors)
    expect(second.conversations.get('20260105_1')?.facts.title).toBe('Feeding ducks')
    // The newest of before is looked at again.
    expect([...second.conversations.keys()]).toEqual(['20260105_1', '20260105_3'])
    machine.remove()
  })

  it('keeps both of two messages that have one id', async () => {
    const machine = sampleMachine(places)
    const row = (text: string, at: number): string =>
      `INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp)
       VALUES ('twice', '20260105_3', 'assistant', '[{"type":"text","text":"${text}"}]', ${at});`
    changeDatabase(
      machine.path(`${AT}/sessions/sessions.db`),
      row('First half.', 1767604300) + row('Second half.', 1767604301) + row('First half.', 1767604302),
    )
    // The third is the first, written again.
    expect(said(await collectImport(goose, machine), '20260105_3').slice(-2)).toEqual([
      'assistant: First half.',
      'assistant: Second half.',
    ])
    machine.remove()
  })

  it.each([
    [{ GOOSE_PATH_ROOT: 'root' }, 'linux', 'root/data'],
    [{ APPDATA: 'roaming' }, 'win32', 'roaming/Block/goose/data'],
    [{ XDG_DATA_HOME: 'data' }, 'darwin', 'data/goose'],
  ] as const)('looks where %o says', (named, platform, at) => {
    const machine = sampleMachine({ [at]: places[AT] }, { platform })
    const environment = Object.fromEntries(
      Object.entries(named).map(([name, to]) => [name, machine.path(to)]),
    )
    expect(goose.roots({ ...machine, environment })).toEqual([machine.path(`${at}/sessions`)])
    machine.remove()
  })
})
