import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disk } from '../../disk/disk.ts'
import { createRealDisk } from '../../disk/real-disk.ts'
import { type SampleMachine, sampleMachine } from '../sample-machine.suite.ts'
import { type ForeignDatabase, type ForeignRow, openForeignDatabase } from './foreign-database.ts'
import { makeDatabase } from './foreign-database.suite.ts'

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({})
})
afterEach(() => machine.remove())

const TABLE = 'CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, b BLOB);'

async function using<T>(path: string, use: (database: ForeignDatabase) => T, disk?: Disk): Promise<T> {
  const database = await openForeignDatabase(disk ? { ...machine, disk } : machine, path)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** What stands in a folder: names, sizes, times, modes. */
function listing(folder: string): unknown {
  return fs.readdirSync(folder).map((name) => {
    const { size, mtimeMs, ctimeMs, mode, ino } = fs.statSync(join(folder, name))
    return [name, size, mtimeMs, ctimeMs, mode, ino]
  })
}

const copies = (): readonly string[] =>
  fs.readdirSync(tmpdir()).filter((name) => name.startsWith(`chatcli-read-${process.pid}-`))

describe('openForeignDatabase', () => {
  it('reads what stands in the write-ahead log too, and leaves nothing and changes nothing', async () => {
    const path = machine.path('a/x.db')
    makeDatabase(
      path,
      `${TABLE} INSERT INTO t VALUES (1, 'old', NULL)`,
      `INSERT INTO t VALUES (2, 'new', x'00ff')`,
    )
    const before = listing(machine.path('a'))
    const rows = await using(path, (database) => {
      expect(database.columns('t')).toEqual(['id', 'x', 'b'])
      expect(copies().flatMap((name) => fs.readdirSync(join(tmpdir(), name)))).not.toContain('copy.db')
      return [...database.rows({ table: 't', columns: ['id', 'x', 'b'], rest: 'ORDER BY id' })]
    })
    expect(rows).toEqual([
      { id: 1, x: 'old', b: null },
      { id: 2, x: 'new', b: new Uint8Array([0, 255]) },
    ])
    expect(listing(machine.path('a'))).toEqual(before)
    expect(copies()).toEqual([])
  })

  it('gives whole numbers beyond 2^53, NULs, damaged UTF-8, columns that are not there', async () => {
    const path = machine.path('x.db')
    makeDatabase(
      path,
      `${TABLE} INSERT INTO t VALUES (9007199254740993, 'a' || char(0) || 'b', NULL);
       INSERT INTO t VALUES (1, CAST(x'61ff62' AS TEXT), 1.5)`,
    )
    const read = (database: ForeignDatabase): readonly ForeignRow[] => [
      ...database.rows({ table: 't', columns: ['id', 'x', 'b', 'gone'], rest: 'ORDER BY id' }),
    ]
    expect(await using(path, read)).toEqual([
      { id: 1, x: 'a\ufffdb', b: 1.5, gone: null },
      { id: 9007199254740993n, x: 'a\0b', b: null, gone: null },
    ])
    expect(await using(path, (database) => database.columns('none'))).toEqual([])
    expect(await using(path, (database) => database.count('t', 'count(*)', 'WHERE id > ?', [1]))).toBe(1)
  })

  it('gives a very long text in pieces, and closes a query that is left early', async () => {
    const path = machine.path('x.db')
    makeDatabase(path, `${TABLE} INSERT INTO t VALUES (1, hex(zeroblob(10000000)), NULL), (2, 'b', NULL)`)
    await using(path, (database) => {
      const value = database.row({ table: 't', columns: ['x'], rest: 'ORDER BY id' })?.['x']
      if (typeof value !== 'object' || value === null || !('pieces' in value)) throw new Error('not long')
      expect(value.bytes).toBe(20_000_000)
      let bytes = 0
      for (const piece of value.pieces()) bytes += piece.length
      expect(bytes).toBe(20_000_000)
      expect(database.row({ table: 't', columns: ['x'], rest: 'WHERE id = 2' })).toEqual({ x: 'b' })
    })
  })

  it('takes a view for no table', async () => {
    const path = machine.path('x.db')
    makeDatabase(path, `${TABLE} CREATE VIEW v AS SELECT 1 AS id; CREATE VIRTUAL TABLE f USING fts5(x)`)
    await using(path, (database) => {
      expect(database.columns('v')).toEqual([])
      expect(database.columns('f')).toEqual([])
    })
  })

  it('says what is no database, and never makes one that is missing', async () => {
    fs.writeFileSync(machine.path('x.db'), 'this is no database at all, but it is long enough'.repeat(200))
    await expect(openForeignDatabase(machine, machine.path('x.db'))).rejects.toMatchObject({
      code: 'ESQLITE',
    })
    await expect(openForeignDatabase(machine, machine.path('y.db'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(fs.readdirSync(machine.folder)).toEqual(['x.db'])
    expect(copies()).toEqual([])
  })

  it('takes a copy again during which something was carried into the database', async () => {
    const path = machine.path('x.db')
    makeDatabase(path, `${TABLE} INSERT INTO t VALUES (1, 'one', NULL)`)
    const real = createRealDisk()
    let writes = 0
    const disk: Disk = {
      ...real,
      openRead(name) {
        // Between the look and the copy, another program commits.
        if (name === path && ++writes === 2) makeDatabase(path, `INSERT INTO t VALUES (2, 'two', NULL)`)
        return real.openRead(name)
      },
    }
    expect(await using(path, (database) => database.count('t', 'count(*)'), disk)).toBe(2)
    expect(writes).toBeGreaterThan(3)
  })

  it('gives up on a database that never rests', async () => {
    const path = machine.path('x.db')
    makeDatabase(path, TABLE)
    const real = createRealDisk()
    let size = 0
    const disk: Disk = {
      ...real,
      stat: (name) => {
        const found = real.stat(name)
        return found && name === path ? { ...found, mtimeMs: ++size } : found
      },
    }
    const opening = openForeignDatabase({ ...machine, disk }, path)
    await expect(opening).rejects.toMatchObject({ code: 'EBUSY' })
    expect(copies()).toEqual([])
  })

  it('takes back half a transaction, in its copy only', async () => {
    const path = machine.path('x.db')
    makeDatabase(path, `${TABLE} INSERT INTO t VALUES (1, 'kept', NULL)`)
    const whole = fs.readFileSync(path)
    // A rollback journal of one page, as a program leaves it that is in the middle of a transaction.
    const page = whole.readUInt16BE(16)
    const journal = Buffer.alloc(512 + page + 8)
    Buffer.from('d9d505f920a163d7', 'hex').copy(journal)
    journal.writeUInt32BE(1, 8)
    journal.writeUInt32BE(7, 12)
    journal.writeUInt32BE(whole.length / page, 16)
    journal.writeUInt32BE(512, 20)
    journal.writeUInt32BE(page, 24)
    journal.writeUInt32BE(2, 512)
    whole.copy(journal, 516, page, 2 * page)
    let sum = 7
    for (let at = page - 200; at > 0; at -= 200) sum += whole[page + at] ?? 0
    journal.writeUInt32BE(sum >>> 0, 516 + page)
    const half = Buffer.from(whole)
    half.write('gone', half.indexOf('kept'))
    fs.writeFileSync(path, half)
    fs.writeFileSync(`${path}-journal`, journal)
    const rows = await using(path, (database) => [...database.rows({ table: 't', columns: ['x'] })])
    expect(rows).toEqual([{ x: 'kept' }])
    expect(fs.readFileSync(path).equals(half)).toBe(true)
    expect(fs.readdirSync(machine.folder)).toEqual(['x.db', 'x.db-journal'])
  })
})
