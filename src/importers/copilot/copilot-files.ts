import { basename, join } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { kindOfFile, kindOfPlace } from './kind-of-file.ts'

/** What is looked into of the user folder of an editor, which may be very large. */
const OF_EDITOR =
  /^(workspaceStorage(\/[^/]+(\/chatSessions)?)?|globalStorage(\/(emptyWindow|transferred)ChatSessions)?)$/
const OF_CLI = /^((history-)?session-state(\/[^/]+)?|jb(\/[^/]+)?)$/
const DEPTH = 4
/** Where it is not known what the folder is: a home of the editor in another folder. */
const DEEPER = 6

/** The files of sessions and chats below a folder, or the one that is named. */
export function* copilotFiles(machine: ImportMachine, root: string): Generator<FoundFile, void, undefined> {
  const { disk } = machine
  const found = statThrough(disk, root)
  if (found === undefined) return
  const { path, stat } = found
  if (stat.kind === 'file') {
    if (kindOfFile(machine, root) !== undefined)
      yield { path, name: basename(root), bytes: stat.size, mtimeMs: stat.mtimeMs }
    return
  }
  const has = (name: string): boolean => isFolder(disk, join(path, name))
  const isEditor = has('workspaceStorage') || has('globalStorage')
  const isCli = has('session-state') || has('history-session-state') || has('jb')
  yield* listFiles(disk, path, {
    depth: isEditor || isCli ? DEPTH : DEEPER,
    wants: (name) => kindOfPlace(join(path, name)) !== undefined,
    enters: (name) =>
      (!isEditor && !isCli) || (isEditor && OF_EDITOR.test(name)) || (isCli && OF_CLI.test(name)),
  })
}
