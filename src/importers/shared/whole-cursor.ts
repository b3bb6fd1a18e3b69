import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import type { ImportCursor, ImportEvent } from '../importer.ts'
import { continuesAt, cursorAt, type FileCursor } from './file-cursor.ts'

const END = 4096

/** A cursor for a file that is read from its beginning whenever it changes. */
export function wholeCursor(disk: Disk, fd: FileDescriptor): FileCursor {
  const { size } = disk.statOpen(fd)
  return cursorAt(disk, fd, size, Math.max(0, size - END))
}

/** What ends a read. @param isOpen something is still being written: it is read again, also when nothing changed */
export function cursorEvent(cursor: ImportCursor, isOpen: boolean): ImportEvent {
  return { kind: 'cursor', cursor: isOpen ? { ...cursor, open: true } : cursor }
}

/** Whether an open file is as it was when the cursor was made. */
export function isUnchanged(disk: Disk, fd: FileDescriptor, cursor: ImportCursor | undefined): boolean {
  return cursor?.['open'] !== true && continuesAt(disk, fd, cursor) === disk.statOpen(fd).size
}
