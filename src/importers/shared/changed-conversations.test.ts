import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SampleMachine, sampleMachine } from '../sample-machine.suite.ts'
import { changedConversations } from './changed-conversations.ts'
import { openForeignDatabase } from './foreign-database.ts'
import { changeDatabase, makeDatabase } from './foreign-database.suite.ts'

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({})
  makeDatabase(
    machine.path('x.db'),
    `CREATE TABLE said (id TEXT PRIMARY KEY, talk TEXT, changed INTEGER, hidden INTEGER DEFAULT 0);
     INSERT INTO said (id, talk, changed) VALUES ('1', 'a', 1767604200), ('2', 'b', 1767604300), ('3', 'c', 1767604400000)`,
  )
})
afterEach(() => machine.remove())

async function look(from: unknown, table = 'said') {
  const database = await openForeignDatabase(machine, machine.path('x.db'))
  try {
    const options = { table, conversation: ['talk'], updated: 'changed', traces: 'hidden' }
    const { ids, mark } = changedConversations(database, options, from)
    return { ids: ids && [...ids].sort(), mark }
  } finally {
    database.close()
  }
}

describe('changedConversations', () => {
  it('tells rows that are new, and rows that were changed, whatever the unit of their time', async () => {
    const { ids, mark } = await look(undefined)
    expect(ids).toBeUndefined()
    changeDatabase(
      machine.path('x.db'),
      `INSERT INTO said (id, talk, changed) VALUES ('4', 'd', 1); UPDATE said SET changed = 1767604500 WHERE id = '2'`,
    )
    // The newest of before is looked at again: another program may have written at the same moment.
    expect((await look(mark)).ids).toEqual(['b', 'c', 'd'])
  })

  it.each([`DELETE FROM said WHERE id = '1'`, `UPDATE said SET hidden = 1 WHERE id = '1'`])(
    'knows nothing after %s',
    async (sql) => {
      const { mark } = await look(undefined)
      changeDatabase(machine.path('x.db'), sql)
      expect((await look(mark)).ids).toBeUndefined()
    },
  )

  it('reads times that are texts, and is not misled by one that is far in the future', async () => {
    changeDatabase(
      machine.path('x.db'),
      `CREATE TABLE told (id TEXT PRIMARY KEY, talk TEXT, changed TEXT, hidden INTEGER DEFAULT 0);
       INSERT INTO told (id, talk, changed) VALUES ('1', 'a', '2026-01-05 09:10:00'), ('2', 'b', '2026-01-05 09:20:00')`,
    )
    const { mark } = await look(undefined, 'told')
    expect(mark?.['updated']).toBe(Date.UTC(2026, 0, 5, 9, 20))
    const path = machine.path('x.db')
    changeDatabase(path, `UPDATE told SET changed = '2026-01-05 09:30:00' WHERE id = '1'`)
    expect((await look(mark, 'told')).ids).toEqual(['a', 'b'])
    changeDatabase(path, `UPDATE told SET changed = '2999-01-01 00:00:00' WHERE id = '2'`)
    const misled = await look(undefined, 'told')
    changeDatabase(path, `UPDATE told SET changed = '2998-01-01 00:00:00' WHERE id = '1'`)
    expect((await look(misled.mark, 'told')).ids).toEqual(['a', 'b'])
  })

  it('tells nothing of a table that is not there, and of a cursor of something else', async () => {
    expect(await look(undefined, 'none')).toEqual({ ids: [], mark: undefined })
    expect((await look({ rowid: 'x', count: 3 })).ids).toBeUndefined()
  })
})
