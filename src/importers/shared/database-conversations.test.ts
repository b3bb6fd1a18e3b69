import { expect, it } from 'vitest'
import type { ImportCursor, ImportEvent } from '../importer.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { type DatabaseConversation, databaseConversations } from './database-conversations.ts'
import { openForeignDatabase } from './foreign-database.ts'
import { makeDatabase } from './foreign-database.suite.ts'
import { importedMessage } from './imported-message.ts'

it('reads a damaged conversation again when the database has changed, though its rows are known', async () => {
  const machine = sampleMachine({})
  const path = machine.path('x.db')
  makeDatabase(path, `CREATE TABLE said (id TEXT, talk TEXT); INSERT INTO said VALUES ('1', 'a'), ('2', 'b')`)
  const database = await openForeignDatabase(machine, path)
  let isDamaged = true
  const conversation = (id: string): DatabaseConversation => ({
    id,
    *messages() {
      yield importedMessage({ nativeId: id, at: 1 }, { role: 'user', content: id }, 'text')
      if (isDamaged && id === 'a') throw Object.assign(new Error('malformed'), { code: 'ESQLITE' })
    },
    facts: () => ({ id }),
  })
  const read = (from: ImportCursor | undefined): readonly ImportEvent[] => [
    ...databaseConversations({
      unit: { tool: 'x', path, key: path, bytes: 1, mtimeMs: 1 },
      database,
      from,
      tables: [{ table: 'said', conversation: ['talk'] }],
      conversations: ['a', 'b'].map(conversation),
    }),
  ]
  const given = (events: readonly ImportEvent[]): readonly string[] =>
    events.flatMap((event) => (event.kind === 'messages' ? event.conversation : []))
  const cursorOf = (events: readonly ImportEvent[]): ImportCursor | undefined => {
    const last = events.at(-1)
    return last?.kind === 'cursor' ? last.cursor : undefined
  }
  const first = read(undefined)
  expect(given(first)).toEqual(['a', 'b'])
  expect(cursorOf(first)).not.toHaveProperty('open')
  isDamaged = false
  const second = read(cursorOf(first))
  expect(given(second)).toEqual(['a'])
  expect(given(read(cursorOf(second)))).toEqual([])
  database.close()
  machine.remove()
})
