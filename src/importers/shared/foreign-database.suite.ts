import * as fs from 'node:fs'
import { dirname } from 'node:path'
import sqlite from 'node-sqlite3-wasm'

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
