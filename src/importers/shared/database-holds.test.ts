import { expect, it } from 'vitest'
import { sampleMachine } from '../sample-machine.suite.ts'
import { databaseHolds } from './database-holds.ts'
import { changeDatabase, makeDatabase } from './foreign-database.suite.ts'

it('asks a database that is being written to once a minute, and one that rests once', async () => {
  const sample = sampleMachine({})
  const path = sample.path('x.db')
  makeDatabase(path, `CREATE TABLE said (talk TEXT); INSERT INTO said VALUES ('a')`)
  let now = 0
  const machine = { ...sample, now: () => now }
  const holds = (id: string): Promise<boolean> =>
    databaseHolds(machine, path, [{ table: 'said', column: 'talk' }], id)
  expect(await holds('a')).toBe(true)
  expect(await holds('b')).toBe(false)
  changeDatabase(path, `INSERT INTO said VALUES ('b')`)
  now = 59_000
  expect(await holds('b')).toBe(false)
  now = 60_000
  expect(await holds('b')).toBe(true)
  sample.remove()
})
