import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseStatements } from './database-statements.ts'

let folder = ''
let database: InstanceType<typeof sqlite.Database>
let prepared = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatcli-statements-'))
  database = new sqlite.Database(join(folder, 'a.db'))
  database.exec('CREATE TABLE t (n); INSERT INTO t VALUES (1), (2), (3)')
  prepared = 0
  const prepare = database.prepare.bind(database)
  database.prepare = (sql) => {
    prepared++
    return prepare(sql)
  }
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const SQL = 'SELECT n FROM t WHERE n >= ? ORDER BY n'

it('prepares a statement once, also when somebody left it before its end', () => {
  const statements = databaseStatements(database)
  for (const { n } of statements.step(SQL, [1])) {
    expect(n).toBe(1)
    break
  }
  expect([...statements.step(SQL, [2])].map(({ n }) => n)).toEqual([2, 3])
  expect([...statements.step(SQL, [3])].map(({ n }) => n)).toEqual([3])
  expect(prepared).toBe(1)
  statements.close()
})

it('keeps apart those who step through the same statement at the same time', () => {
  const statements = databaseStatements(database)
  const pairs: unknown[] = []
  for (const { n } of statements.step(SQL, [1]))
    for (const { n: other } of statements.step(SQL, [3])) pairs.push([n, other])
  expect(pairs).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  statements.close()
})

it('does not use again what went wrong', () => {
  const statements = databaseStatements(database)
  const failing = `SELECT json(CASE WHEN n = ? THEN 'no JSON' ELSE '1' END) AS n FROM t ORDER BY n`
  expect(() => [...statements.step(failing, [2])]).toThrow(expect.objectContaining({ code: 'ESQLITE' }))
  expect([...statements.step(failing, [7])]).toHaveLength(3)
  expect(prepared).toBe(2)
  statements.close()
})
