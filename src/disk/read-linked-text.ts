import type { ChatCliError } from '../errors.ts'
import type { Disk } from './disk.ts'
import { errorCode } from './error-code.ts'
import { followLink } from './follow-link.ts'
import { readWholeFile } from './read-file.ts'
import { toStorageError } from './storage-error.ts'

/**
 * The text of a file that may be a symbolic link; undefined when there is none.
 *
 * @param notText what is wrong with one that is no UTF-8
 * @throws ChatCliError `storage`, and what `notText` gives
 */
export function readLinkedText(disk: Disk, path: string, notText: () => ChatCliError): string | undefined {
  let bytes: Uint8Array
  try {
    bytes = readWholeFile(disk, followLink(path))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw toStorageError(error, 'read', path)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw notText()
  }
}
