import { errorCode } from '../disk/error-code.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { lastName } from './last-name.ts'
import { readSessionHead } from './session-head.ts'
import { isSafeName } from './session-name.ts'
import { sessionPath } from './read-session.ts'
import type { StoreContext } from './store-context.ts'

/**
 * A rename that was cut short leaves one session file under two names, and its transcript says which is the new one:
 * takes the old name away, before something is written under one of them and makes them two sessions.
 *
 * @returns the name the session has, which is the given one unless that was the old one
 * @throws ChatCliError `storage`
 */
export function finishRename(context: StoreContext, name: string): string {
  const { disk, home } = context
  const path = sessionPath(context, name)
  const stat = disk.stat(path)
  if (stat === undefined || stat.links < 2) return name
  const isTwin = (other: string): boolean => {
    const twin = disk.stat(sessionPath(context, other))
    return twin?.ino === stat.ino && twin.dev === stat.dev
  }
  const names = namesOf(context, path)
  if (names === undefined || !isTwin(names.old) || !isTwin(names.to)) return name
  try {
    remove(context, sessionPath(context, names.old))
    disk.syncFolder(home.sessions)
  } catch (error) {
    throw toStorageError(error, 'finish renaming', path)
  }
  return names.to
}

/** The name the file says, and the last one its transcript gives, when they differ. */
function namesOf(
  context: StoreContext,
  path: string,
): { readonly old: string; readonly to: string } | undefined {
  try {
    const { name: old, transcript_id: id } = readSessionHead(context.disk, path)
    if (id === undefined || old === undefined || !isSafeName(old)) return undefined
    const to = lastName(context, id)
    return to === undefined || to === old || !isSafeName(to) ? undefined : { old, to }
  } catch {
    // A file that cannot be read is not touched.
    return undefined
  }
}

function remove({ disk }: StoreContext, path: string): void {
  try {
    disk.unlink(path)
  } catch (error) {
    // Whoever was renaming it has done so by now.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
