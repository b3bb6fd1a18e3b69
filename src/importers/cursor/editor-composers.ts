import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { databaseFiles } from '../shared/database-files.ts'
import { jsonValueIfAny } from '../shared/database-values.ts'
import { type ForeignDatabase, openForeignDatabase } from '../shared/foreign-database.ts'
import type { GatheredFacts } from '../shared/known-facts.ts'
import { composerOf } from './composer.ts'
import { bubbleIdsByComposer, composerRows, TABLE } from './composer-rows.ts'
import { cursorUserFolders } from './cursor-user-folders.ts'

/** What the editor knows of a conversation that also has a transcript. */
export interface EditorComposer {
  readonly facts: GatheredFacts
  /** Every bubble it names is there. */
  readonly isWhole: boolean
}

type Composers = ReadonlyMap<string, EditorComposer>

interface Known {
  readonly state: string
  readonly at: number
  readonly composers: Promise<Composers>
}

/** Milliseconds for which the answer stands, although the database is written to: it may be gigabytes. */
const FRESH = 300_000
const known = new WeakMap<ImportMachine['disk'], Map<string, Known>>()

/** The conversations of Cursor's editor on this machine, by their ids. */
export async function editorComposers(machine: ImportMachine): Promise<Composers> {
  const all = new Map<string, EditorComposer>()
  for (const folder of cursorUserFolders(machine))
    for (const [id, composer] of await composersIn(machine, join(folder, 'globalStorage', 'state.vscdb')))
      all.set(id, composer)
  return all
}

function composersIn(machine: ImportMachine, path: string): Promise<Composers> {
  const databases = known.get(machine.disk) ?? new Map<string, Known>()
  known.set(machine.disk, databases)
  const state = stateOf(machine, path)
  const found = databases.get(path)
  const now = machine.now()
  if (found !== undefined && (found.state === state || Math.abs(now - found.at) < FRESH))
    return found.composers
  const composers = state === '' ? Promise.resolve(new Map()) : read(machine, path)
  databases.set(path, { state, at: now, composers })
  return composers
}

function stateOf({ disk }: ImportMachine, path: string): string {
  try {
    const files = databaseFiles(disk, path)
    return files === undefined ? '' : JSON.stringify(files)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return ''
  }
}

async function read(machine: ImportMachine, path: string): Promise<Composers> {
  const composers = new Map<string, EditorComposer>()
  let database: ForeignDatabase | undefined
  try {
    database = await openForeignDatabase(machine, path)
    if (database.columns(TABLE).length === 0) return composers
    const bubbles = bubbleIdsByComposer(database)
    for (const { id, value } of composerRows(database)) {
      const composer = value === null ? undefined : composerOf(jsonValueIfAny(value), id)
      if (composer === undefined) continue
      const there = bubbles.get(composer.id) ?? new Set()
      const isWhole = composer.bubbleIds.every((bubbleId) => there.has(bubbleId))
      composers.set(composer.id, { facts: composer.facts, isWhole })
    }
  } catch (error) {
    // What cannot be read there is read from the transcripts.
    if (errorCode(error) === undefined) throw error
  } finally {
    database?.close()
  }
  return composers
}
