import sqlite from 'node-sqlite3-wasm'
import { expect, it } from 'vitest'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { seededRandom } from '../../disk/seeded-random.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { openForeignDatabase } from './foreign-database.ts'

const ROWS = 400

it('gives one state, whatever another program writes and carries over while it is copied', async () => {
  const machine = sampleMachine({})
  const path = machine.path('x.db')
  const random = seededRandom(3)
  const writer = new sqlite.Database(path)
  writer.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  writer.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, x TEXT);
    WITH RECURSIVE each(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM each WHERE id < ${ROWS})
    INSERT INTO t SELECT id, 0, hex(zeroblob(2000)) FROM each`)
  let carried = 0
  const step = (): void => {
    const chance = random()
    // All rows say the same number: a mixture of two states does not.
    if (chance < 0.5) writer.exec(`UPDATE t SET n = n + 1, x = hex(zeroblob(${Math.floor(random() * 3000)}))`)
    else {
      const how = chance < 0.7 ? 'PASSIVE' : chance < 0.85 ? 'RESTART' : 'TRUNCATE'
      writer.all(`PRAGMA wal_checkpoint(${how})`)
      carried++
    }
  }
  const { disk: real } = machine
  const disk: Disk = {
    ...real,
    read(...parameters) {
      if (random() < 0.2) step()
      return real.read(...parameters)
    },
    openRead(name) {
      if (random() < 0.1) step()
      return real.openRead(name)
    },
    stat(name) {
      const found = real.stat(name)
      // The steps come faster than the clock of the file system ticks.
      return found && name === path ? { ...found, mtimeMs: carried } : found
    },
  }
  const outcomes = new Map<string, number>()
  for (let round = 0; round < 12; round++) {
    let outcome: string
    try {
      const database = await openForeignDatabase({ ...machine, disk }, path)
      const states = new Set<unknown>()
      let rows = 0
      for (const row of database.rows({ table: 't', columns: ['n', 'x'] })) {
        rows++
        states.add(row['n'])
      }
      database.close()
      outcome = `${states.size} state in ${rows} rows`
    } catch (error) {
      outcome = errorCode(error) ?? String(error)
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  writer.close()
  machine.remove()
  outcomes.delete('EBUSY')
  expect([...outcomes.keys()]).toEqual([`1 state in ${ROWS} rows`])
  expect(outcomes.get(`1 state in ${ROWS} rows`)).toBeGreaterThan(5)
})
