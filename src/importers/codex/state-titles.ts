import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { textValue } from '../shared/database-values.ts'
import { type ForeignDatabase, openForeignDatabase } from '../shared/foreign-database.ts'
import { namesIn } from '../shared/names-in.ts'
import { readableRows } from '../shared/readable-rows.ts'
import { wellFormed } from '../shared/well-formed.ts'

const STATE = /^state_(\d+)\.sqlite$/

/**
 * Titles of threads in the newest database of states beside the rollouts, by thread. A new thread has its first prompt
 * for a title there, which the database tells of those it knows it of; none when it cannot be read.
 */
export async function stateTitles(
  machine: ImportMachine,
  home: string,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  const numbers = namesIn(machine.disk, home).flatMap((name) => STATE.exec(name)?.[1] ?? [])
  if (numbers.length === 0) return titles
  let database: ForeignDatabase | undefined
  try {
    const newest = Math.max(...numbers.map(Number))
    database = await openForeignDatabase(machine, join(home, `state_${newest}.sqlite`))
    for (const row of readableRows(database, 'threads', ['id', 'title', 'first_user_message'])) {
      const [id, title] = [textValue(row['id']), textValue(row['title'])]
      if (id !== undefined && title !== undefined && title !== textValue(row['first_user_message']))
        titles.set(id, wellFormed(title))
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  } finally {
    database?.close()
  }
  return titles
}
