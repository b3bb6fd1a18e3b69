import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll } from 'vitest'
import { ownSample } from '../sample-machine.suite.ts'

/**
 * Makes a database as a tool leaves it that is running: when `wal` is given, those statements stand in the log only.
 *
 * @param sql statements
 */
export function makeDatabase(path: string, sql: string, wal?: string): void {
  fs.mkdirSync(dirname(path), { recursive: true })
  changeDatabase(path, sql)
  if (wal !== undefined) appendWal(path, wal)
}

/** Runs statements on a database, as the tool that owns it does. */
export function changeDatabase(path: string, sql: string): void {
  const database = new sqlite.Database(path)
  try {
    // The library shares no log with other processes.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec(sql)
  } finally {
    database.close()
  }
}

/** Runs statements whose effect stays in the write-ahead log: the log is kept from being carried over. */
function appendWal(path: string, sql: string): void {
  const database = new sqlite.Database(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
    fs.copyFileSync(path, `${path}.before`)
    database.exec(sql)
    fs.copyFileSync(`${path}-wal`, `${path}-wal.after`)
  } finally {
    database.close()
  }
  fs.renameSync(`${path}.before`, path)
  fs.renameSync(`${path}-wal.after`, `${path}-wal`)
}

/**
 * A sample of this repository with its databases made: `x.db.sql` becomes `x.db`, and what stands behind a line
 * `-- in the log` stays in its write-ahead log. The folder is removed behind the tests of the file.
 */
export function databaseSample(name: string): string {
  const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'chatcli-sample-'))
  fs.cpSync(ownSample(name), folder, { recursive: true })
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.sql')) continue
    const [sql = '', wal] = fs.readFileSync(join(folder, file), 'utf8').split('-- in the log\n')
    fs.rmSync(join(folder, file))
    makeDatabase(join(folder, file.slice(0, -'.sql'.length)), sql, wal)
  }
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}
