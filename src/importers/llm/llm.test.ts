import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { databaseImporter } from '../shared/database-importer.suite.ts'
import { databaseSample } from '../shared/foreign-database.suite.ts'
import { left, said } from '../shared/said.suite.ts'
import { llm } from './llm.ts'

const AT = '.config/io.datasette.llm'
const places = { [AT]: databaseSample('llm') }

importerContract(llm, { places })
databaseImporter(llm, {
  places,
  database: `${AT}/logs.db`,
  grow: {
    sql: `INSERT INTO responses (id, prompt, response, conversation_id, datetime_utc)
      VALUES ('01r9', 'And now?', 'Calm.', '01c2', '2026-09-01T10:00:00')`,
    conversation: '01c2',
    last: 'assistant: Calm.',
  },
  shrink: `DELETE FROM responses WHERE id = '01r1'`,
})

describe('LLM', () => {
  it('reads turns of both generations: fragments, attachments, tools, answers that were left behind', async () => {
    const machine = sampleMachine(places)
    try {
      const collected = await collectImport(llm, machine)
      expect([...collected.conversations.keys()]).toEqual(['01c1', '01c2', '01r5', '01t1', '01t2'])
      expect(said(collected, '01c1')).toEqual([
        'user: Name three winds 🌬️',
        'thinking assistant: Europe.',
        'assistant: Mistral, Bora, Föhn',
        'user: Mistral, Bora\nWhich are these? [sky.png]',
        'assistant: Two of them.',
      ])
      expect(said(collected, '01c2')).toEqual([
        'user: ok',
        'tool-call assistant: ',
        'tool-result tool: 12',
        'assistant: 12 knots',
      ])
      expect(said(collected, '01r5')).toEqual(['user: ok', 'assistant: Alone.'])
      expect(said(collected, '01t1')).toEqual([
        'user: Mistral, Bora\nWhich waves follow? [sky.png]',
        'thinking assistant: Wind makes waves.',
        'tool-call assistant: ',
        'tool-result tool: 3 m',
        'assistant: High ones.',
        'abandoned user: ok',
        'abandoned assistant: First try.',
        'user: ok',
        'assistant: Second try.',
      ])
      expect(said(collected, '01t2')).toEqual([
        'user: In the fork',
        'assistant: Forked answer',
        'user: Only what was typed',
      ])
      expect(left(collected)).toEqual(['unknown glyph'])
      const [first] = collected.conversations.get('01c1')?.messages ?? []
      expect(first?.at).toBe(Date.UTC(2026, 0, 5, 9, 10, 0, 123))
      expect(collected.conversations.get('01t2')?.facts).toMatchObject({ parent: '01t1', kind: 'fork' })
      expect(collected.conversations.get('01c2')?.facts).toMatchObject({ model: 'demo-l-2026', title: 'ok' })
      expect(collected.conversations.get('01c1')?.facts.title).toBe('Name three winds')
      const call = collected.conversations.get('01c2')?.messages[1]?.message.tool_calls
      expect(call).toEqual([{ id: 'tc1', type: 'function', name: 'wind_speed', arguments: { at: 'sea' } }])
    } finally {
      machine.remove()
    }
  })

  it.each([
    ['darwin', {}, 'Library/Application Support/io.datasette.llm'],
    ['win32', {}, 'AppData/Roaming/io.datasette.llm'],
    ['linux', { LLM_USER_PATH: '' }, '.config/io.datasette.llm'],
  ] as const)('looks in its place on %s', (platform, environment, at) => {
    const machine = sampleMachine({ [at]: places[AT] }, { platform, environment })
    expect(llm.roots(machine)).toEqual([machine.path(at)])
    expect(llm.roots({ ...machine, environment: { LLM_USER_PATH: machine.path('none') } })).toEqual([])
    machine.remove()
  })
})
