import { errorCode } from '../../disk/error-code.ts'
import type { ImportCursor, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { databaseFiles, type DatabaseFiles } from './database-files.ts'
import { type ForeignDatabase, openForeignDatabase } from './foreign-database.ts'

/**
 * Opens a database for a reader and closes it again; one that did not change since the cursor was made is not read. When
 * it cannot be opened, or is damaged where the reader does not expect it, that is told as a skip.
 *
 * @param read yields what is in it, and in the end a cursor of its own, to which the state of the files is added
 */
export async function* readingDatabase(
  machine: ImportMachine,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
  read: (
    database: ForeignDatabase,
    from: ImportCursor | undefined,
  ) => Iterable<ImportEvent> | AsyncIterable<ImportEvent>,
): AsyncGenerator<ImportEvent, void, undefined> {
  signal?.throwIfAborted()
  let database: ForeignDatabase | undefined
  try {
    const now = databaseFiles(machine.disk, path)
    if (now !== undefined && from?.['open'] !== true && from?.['files'] === filesKey(now)) return
    database = await openForeignDatabase(machine, path, signal)
    const files = filesKey(database.files)
    for await (const event of read(database, from)) {
      signal?.throwIfAborted()
      yield event.kind === 'cursor' ? { kind: 'cursor', cursor: { ...event.cursor, files } } : event
    }
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    yield {
      kind: 'skipped',
      path,
      ...(code === 'ESQLITE'
        ? { reason: 'damaged', detail: (error as Error).message }
        : { reason: 'unreadable', detail: code }),
    }
  } finally {
    database?.close()
  }
}

function filesKey({ main, wal, walBytes, journalBytes, mtimeMs }: DatabaseFiles): string {
  return JSON.stringify([main, wal, walBytes, journalBytes, mtimeMs])
}
