import { isSafeName } from './session-name.ts'
import { type SessionOnDisk, sessionPath } from './read-session.ts'
import { readSessionHead } from './session-head.ts'
import type { StoreContext } from './store-context.ts'

/**
 * A file whose stored name is another session's, while that session has the same id, is a copy of it: returns that
 * session's name. Without such a session the file was merely renamed.
 */
export function isCopy(context: StoreContext, { name, file, stat }: SessionOnDisk): string | undefined {
  const id = file.id ?? file.transcript_id
  if (id === undefined || file.name === undefined || file.name === name || !isSafeName(file.name))
    return undefined
  const path = sessionPath(context, file.name)
  const other = context.disk.stat(path)
  // One file under two names is a rename that was cut short.
  if (other === undefined || (other.dev === stat.dev && other.ino === stat.ino)) return undefined
  try {
    const head = readSessionHead(context.disk, path)
    return (head.id ?? head.transcript_id) === id ? file.name : undefined
  } catch {
    return undefined
  }
}
