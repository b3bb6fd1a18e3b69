import type { FileDescriptor } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportEvent, ImportMachine } from '../importer.ts'

/**
 * Opens a file for a reader and closes it again. When the disk refuses, at once or on the way, that is told as a skip,
 * and the reader ends.
 */
export async function* readingFile(
  { disk }: ImportMachine,
  path: string,
  read: (fd: FileDescriptor) => Iterable<ImportEvent> | AsyncIterable<ImportEvent>,
): AsyncGenerator<ImportEvent, void, undefined> {
  let fd: FileDescriptor | undefined
  try {
    fd = disk.openRead(path)
    yield* read(fd)
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    yield { kind: 'skipped', path, reason: 'unreadable', detail: code }
  } finally {
    if (fd !== undefined) disk.close(fd)
  }
}
