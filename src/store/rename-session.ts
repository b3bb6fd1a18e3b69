import { basename } from 'node:path'
import type { Disk, FileStat } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { ChatCliError } from '../errors.ts'
import { noteChange } from './changed-log.ts'
import { finishRename } from './finish-rename.ts'
import { checkNameFree } from './name-free.ts'
import { openLive } from './open-live.ts'
import { sessionNotFound, sessionPath } from './read-session.ts'
import { readSessionHead } from './session-head.ts'
import { checkSessionName } from './session-name.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Gives a session another name. The transcript says so first, so that surfaces bound to it go along; then the file gets
 * its second name and loses its first.
 *
 * @throws ChatCliError `invalid-name`, `not-found`, `exists`, `damaged`, `storage`
 */
export function renameSession(context: StoreContext, from: string, to: string): void {
  checkSessionName(to)
  const now = finishRename(context, from)
  if (now === to) return
  checkNameFree(context, to, { except: now })
  const old = sessionPath(context, now)
  const hasFile = context.disk.stat(old) !== undefined
  const live = openLive(context, now)
  try {
    if (!hasFile) live.bind(to)
    else {
      live.catchUp()
      if (context.disk.stat(old) === undefined) throw sessionNotFound(now)
      const nameBefore = live.state().name ?? now
      // A file of another program first gets what ties it to its transcript, whatever name it is found under.
      if (!isTied(context, old)) {
        live.begin()
        live.save()
      }
      live.record({ kind: 'mark', mark: 'renamed', data: { name: to } })
      try {
        swapNames(context, old, sessionPath(context, to))
      } catch (error) {
        live.record({ kind: 'mark', mark: 'renamed', data: { name: nameBefore } })
        takeBackName(context, old, sessionPath(context, to))
        throw error
      }
      live.followRename(to)
    }
    live.claim()
    live.save()
    noteChange(context, { id: live.id, what: 'renamed' })
  } finally {
    live.close()
  }
}

function isTied({ disk }: StoreContext, path: string): boolean {
  try {
    return readSessionHead(disk, path).transcript_id !== undefined
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
}

function swapNames({ disk, home }: StoreContext, old: string, path: string): void {
  try {
    // To a disk that sees no letter case, both names lead to the one file.
    if (isOneFile(disk.stat(old), disk.stat(path))) disk.rename(old, path)
    else {
      disk.link(old, path)
      disk.syncFolder(home.sessions)
      removeOld(disk, old)
    }
    disk.syncFolder(home.sessions)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw sessionNotFound(basename(old, '.json'))
    if (errorCode(error) !== 'EEXIST') throw toStorageError(error, 'rename', old)
    throw new ChatCliError('exists', `${path} exists already`, { hint: 'Choose another name.', cause: error })
  }
}

/** A rename that failed halfway must not leave the file under a name that nothing says it has. */
function takeBackName({ disk, home }: StoreContext, old: string, path: string): void {
  try {
    const stat = disk.stat(old)
    if (stat === undefined || stat.links < 2 || !isOneFile(stat, disk.stat(path))) return
    disk.unlink(path)
    disk.syncFolder(home.sessions)
  } catch {
    // The failure before is the one to tell.
  }
}

function isOneFile(a: FileStat | undefined, b: FileStat | undefined): boolean {
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

function removeOld(disk: Disk, old: string): void {
  try {
    disk.unlink(old)
  } catch (error) {
    // Somebody who came upon both names has finished the rename.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
