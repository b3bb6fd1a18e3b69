import { join } from 'node:path'
import { decodeSession, SEALED } from '../conversation/decode-session.ts'
import type { SessionFile } from '../conversation/session-file.ts'
import type { FileStat } from '../disk/disk.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { ChatCliError } from '../errors.ts'
import { isMissing } from './is-missing.ts'
import type { StoreContext } from './store-context.ts'

/** A session file as it stands on the disk. */
export interface SessionOnDisk {
  readonly name: string
  readonly path: string
  readonly bytes: Uint8Array
  readonly stat: FileStat
  readonly file: SessionFile
}

export function sessionPath({ home }: StoreContext, name: string): string {
  return join(home.sessions, `${name}.json`)
}

/**
 * Reads and checks one session file.
 *
 * @throws ChatCliError `not-found`, `damaged`, `newer-version`, `key` or `storage`; the file is never touched
 */
export function readSession(context: StoreContext, name: string): SessionOnDisk {
  const { disk } = context
  const path = sessionPath(context, name)
  const stat = disk.stat(path)
  if (stat === undefined) throw sessionNotFound(name)
  let bytes: Uint8Array
  try {
    bytes = readWholeFile(disk, path)
  } catch (error) {
    // It went between the look and the reading.
    if (isMissing(error)) throw sessionNotFound(name)
    throw toStorageError(error, 'read', path)
  }
  return { name, path, bytes, stat, file: decodeSession(decodeText(bytes, path), path) }
}

export function sessionNotFound(name: string): ChatCliError {
  return new ChatCliError('not-found', `There is no session "${name}"`, {
    hint: 'See what there is with: chatcli session list',
  })
}

function decodeText(bytes: Uint8Array, path: string): string {
  const isSealed = Buffer.from(bytes.subarray(0, SEALED.length)).toString('latin1') === SEALED
  try {
    return new TextDecoder('utf-8', { fatal: !isSealed }).decode(bytes)
  } catch (cause) {
    const hint = 'The file is left as it is. Put a backup in its place, or repair it by hand and try again.'
    throw new ChatCliError('damaged', `${path} is not UTF-8 text`, { hint, cause })
  }
}
