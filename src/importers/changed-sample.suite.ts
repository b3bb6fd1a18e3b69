import * as fs from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { changeDatabase } from './shared/foreign-database.suite.ts'

/** Every file below a folder, absolute, in the order of their names. */
export function filesBelow(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => fs.statSync(path).isFile())
    .sort()
}

export function isDatabaseFile(path: string): boolean {
  return fs.readFileSync(path).subarray(0, 15).toString('latin1') === 'SQLite format 3'
}

/** The names of the tables of a database. */
export function tablesOf(path: string): readonly string[] {
  return rowsOf(
    path,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'",
  ).filter((name) => !name.startsWith('sqlite_'))
}

/** Words that are tried in a file. */
const MOST = 6

/** What is put in the place of a part of a word. */
export interface Change {
  /** How many letters of the word go before it, and behind which one the rest follows. */
  readonly from: number
  readonly to: number
  /** As it is written in JSON. */
  readonly escaped: string
  /** As it is written in other files. */
  readonly raw: Uint8Array
}

/**
 * Writes a file anew with a change in one word of these texts, one after the other as long as somebody asks for more: a
 * word may have a meaning in the format too. In the end it is as it was.
 *
 * @returns the words, as they were
 */
export function* withAnother(
  path: string,
  texts: readonly string[],
  change: Change,
): Generator<string, void, undefined> {
  const written = fs.readFileSync(path)
  const isThere = (word: string): boolean => written.includes(word) && !written.includes(`"${word}"`)
  const words = [...new Set(texts.flatMap((text) => text.match(/[a-zA-Z]{4,}/g) ?? []))].filter(isThere)
  try {
    for (const word of words.sort((a, b) => b.length - a.length).slice(0, MOST)) {
      if (isDatabaseFile(path)) changeRows(path, word, change)
      else fs.writeFileSync(path, changed(written, word, change, /\.jsonl?$/.test(path)))
      yield word
      fs.writeFileSync(path, written)
    }
  } finally {
    fs.writeFileSync(path, written)
  }
}

function changed(written: Buffer, word: string, { from, to, escaped, raw }: Change, isJson: boolean): Buffer {
  const put = isJson ? escaped : Buffer.from(raw).toString('latin1')
  const other = `${word.slice(0, from)}${put}${word.slice(to)}`
  return isJson
    ? Buffer.from(written.toString('utf8').replaceAll(word, other))
    : Buffer.from(written.toString('latin1').replaceAll(word, other), 'latin1')
}

function changeRows(path: string, word: string, { from, to, escaped, raw }: Change): void {
  const bytes = (text: string): string => `CAST(x'${Buffer.from(text).toString('hex')}' AS TEXT)`
  const [before, after] = [bytes(word.slice(0, from)), bytes(word.slice(to))]
  const other = `${before} || CAST(x'${Buffer.from(raw).toString('hex')}' AS TEXT) || ${after}`
  const inJson = `${before} || ${bytes(escaped)} || ${after}`
  for (const table of tablesOf(path))
    for (const column of rowsOf(path, `SELECT name FROM pragma_table_info('${table}')`)) {
      const isText = `typeof("${column}") = 'text' AND instr("${column}", '${word}') > 0`
      changeDatabase(
        path,
        `UPDATE "${table}" SET "${column}" = CASE WHEN ltrim("${column}") LIKE '{%' OR ltrim("${column}") LIKE '[%'
          THEN replace("${column}", '${word}', ${inJson}) ELSE replace("${column}", '${word}', ${other}) END WHERE ${isText}`,
      )
    }
}

function rowsOf(path: string, sql: string): readonly string[] {
  const database = new sqlite.Database(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    return database.all(sql).map(({ name }) => (typeof name === 'string' ? name : ''))
  } finally {
    database.close()
  }
}
