import { openForAppend } from '../disk/append-durably.ts'
import type { Disk } from '../disk/disk.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { ChatCliError } from '../errors.ts'

/**
 * Appends the lines of one transcript that another one lacks, all in one write. When it returns, everything the first
 * one says is on the device in the second; doing it again changes nothing.
 *
 * @throws ChatCliError `storage`
 */
export function addMissingLines(disk: Disk, from: string, to: string): void {
  const present = new Set(linesOf(disk, to))
  const missing = linesOf(disk, from).filter((line) => line !== '' && !present.has(line))
  const log = openForAppend(disk, to)
  try {
    // Without a line too: what somebody else wrote there a moment ago may not be on the device yet.
    const { status } = log.append(Buffer.from(`\n${missing.join('\n')}\n`, 'latin1'))
    if (status === 'acknowledged') return
  } finally {
    log.close()
  }
  throw new ChatCliError('storage', `Could not append to ${to}: it was moved away`, { hint: 'Try again.' })
}

/** Lines as their bytes, damaged ones too. */
function linesOf(disk: Disk, path: string): string[] {
  try {
    return Buffer.from(readWholeFile(disk, path)).toString('latin1').split('\n')
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
}
