import { resolve } from 'node:path'
import { errorCode } from '../disk/error-code.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { ChatCliError } from '../errors.ts'
import type { CommandContext } from './command.ts'

/**
 * The text of a file a person named; relative paths start in the working folder.
 *
 * @throws ChatCliError `usage` for a folder, `not-found`, `storage`, or `damaged` when it is not UTF-8
 */
export function readInputFile({ disk, cwd, text }: CommandContext, path: string): string {
  const absolute = resolve(cwd, path)
  let bytes: Uint8Array
  try {
    // With the dot at the end a link to a folder is followed.
    if (disk.stat(`${absolute}/.`)?.kind === 'folder') {
      throw new ChatCliError('usage', text.inputIsFolder(path), { hint: text.inputIsFolderHint(path) })
    }
    bytes = readWholeFile(disk, absolute)
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      throw new ChatCliError('not-found', text.inputNotFound(path), { hint: '' })
    throw toStorageError(error, 'read', absolute)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ChatCliError('damaged', text.inputNotText(path), { hint: text.inputNotTextHint, cause })
  }
}
