import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../disk/seeded-random.ts'
import sqlite from 'node-sqlite3-wasm'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import type { Importer } from '../importer.ts'
import { type SampleMachine, sampleMachine } from '../sample-machine.suite.ts'
import { changeDatabase } from './foreign-database.suite.ts'
import { said } from './said.suite.ts'

export interface DatabaseImporterOptions {
  /** What stands where below the person's folder, see `sampleMachine`. */
  readonly places: Readonly<Record<string, string>>
  /** A database of the sample, below the person's folder. */
  readonly database: string
  /** Statements that add to one conversation, which one, and how its last message reads then. */
  readonly grow: { readonly sql: string; readonly conversation: string; readonly last: string }
  /** Conversations that are the newest of a table, and so are read again to be sure. */
  readonly newest?: readonly string[]
  /** Statements that take rows away that were read. */
  readonly shrink: string
}

/** What every importer of databases does beside {@link importerContract}. */
export function databaseImporter(importer: Importer, options: DatabaseImporterOptions): void {
  const { places, database, grow, newest = [], shrink } = options
  describe(`${importer.label}, as every importer of a database`, () => {
    let machine: SampleMachine
    beforeEach(() => {
      machine = sampleMachine(places)
    })
    afterEach(() => machine.remove())
    /** As the tool does that goes on: its log is carried over. */
    const change = (sql: string): void => changeDatabase(machine.path(database), sql)

    it('changes nothing, and makes nothing beside it', async () => {
      const before = listing(machine.folder)
      const { conversations } = await collectImport(importer, machine)
      expect(conversations.size).toBeGreaterThan(0)
      expect(listing(machine.folder)).toEqual(before)
    })

    it('counts what stands in the log: there is something new in it', async () => {
      const path = machine.path(database)
      const unit = () => unitsOf(importer, machine, path)[0]
      const before = unit()
      fs.rmSync(`${path}-wal`)
      expect(before?.bytes).toBeGreaterThan(unit()?.bytes ?? Infinity)
    })

    it('reads again only the conversations that changed, and nothing where nothing did', async () => {
      const first = await collectImport(importer, machine)
      change('SELECT 1')
      change(grow.sql)
      const units = unitsOf(importer, machine)
      const second = await collectImport(importer, machine, units, first.cursors)
      expect([...second.conversations.keys()]).toEqual([grow.conversation, ...newest])
      expect(said(second, grow.conversation).at(-1)).toBe(grow.last)
      expect((await collectImport(importer, machine, units, second.cursors)).events).toEqual([])
    })

    it('reads all of it again when rows are gone that it knew', async () => {
      const first = await collectImport(importer, machine)
      change(shrink)
      const units = unitsOf(importer, machine, machine.path(database))
      const second = await collectImport(importer, machine, units, first.cursors)
      const own = [...(await collectImport(importer, machine, units)).conversations.keys()]
      expect(own.length).toBeGreaterThan(0)
      expect([...second.conversations.keys()].sort()).toEqual(own.sort())
    })

    it('survives rows that hold anything', async () => {
      const path = machine.path(database)
      change('SELECT 1')
      const bytes = fs.readFileSync(path)
      const random = seededRandom(23)
      for (let round = 0; round < 12; round++) {
        scramble(path, random)
        const { events } = await collectImport(importer, machine, unitsOf(importer, machine, path))
        for (const event of events)
          if (event.kind === 'messages')
            for (const { message } of event.messages)
              expect(message.content.isWellFormed() && !message.content.includes('\0')).toBe(true)
        fs.writeFileSync(path, bytes)
      }
    })
  })
}

const ODD = [
  null,
  7,
  -1,
  1e300,
  '',
  '[]',
  '{}',
  'null',
  '[[{"type":"text"}]]',
  '{"type":',
  '\ud800',
  new Uint8Array([255]),
]

/** Puts odd values in some rows of some columns, and odd JSON in texts that hold some. */
function scramble(path: string, random: () => number): void {
  const database = new sqlite.Database(path)
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON',
    )
    const tables = database.all(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
    )
    for (const { name } of tables as { name: string }[]) {
      const columns = database.all(`PRAGMA table_info("${name}")`) as { name: string }[]
      const rows = database.all(`SELECT rowid AS r, * FROM "${name}"`) as Record<string, unknown>[]
      for (const row of rows) {
        for (const { name: column } of columns) {
          if (random() > 0.15) continue
          const was = row[column]
          const odd =
            typeof was === 'string' && was.includes('"') && random() < 0.5
              ? was.replaceAll(/: ?"[^"]*"/g, (text) =>
                  random() < 0.5 ? ':7' : random() < 0.3 ? ':[{}]' : text,
                )
              : (ODD[Math.floor(random() * ODD.length)] ?? null)
          try {
            database.run(`UPDATE "${name}" SET "${column}" = ? WHERE rowid = ?`, [odd, Number(row['r'])])
          } catch {
            // A key that is taken, or may not be empty.
          }
        }
      }
    }
  } finally {
    database.close()
  }
}

function listing(folder: string): unknown {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs, ctimeMs, mode, ino } = fs.statSync(`${folder}/${name}`)
    return [name, size, mtimeMs, ctimeMs, mode, ino]
  })
}
