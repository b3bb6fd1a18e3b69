import { basename } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { codeUserFolderOf } from '../shared/code-user-folders.ts'
import { copilotFiles } from './copilot-files.ts'

/** The chats of a user folder by their names, and how long they are known. */
interface Known {
  readonly files: ReadonlyMap<string, readonly string[]>
  readonly at: number
}

/** Milliseconds after which a folder is looked through again. */
const FRESH = 10_000
const known = new WeakMap<ImportMachine['disk'], Map<string, Known>>()

/** The other files of a chat in the same user folder of an editor: its log, its old file, copies in other workspaces. */
export function chatCopies(machine: ImportMachine, path: string): readonly string[] {
  const folder = codeUserFolderOf(path)
  if (folder === undefined) return []
  const folders = known.get(machine.disk) ?? new Map<string, Known>()
  known.set(machine.disk, folders)
  const now = machine.now()
  let found = folders.get(folder)
  if (found === undefined || Math.abs(now - found.at) > FRESH) {
    const files = new Map<string, string[]>()
    for (const file of copilotFiles(machine, folder)) {
      const list = files.get(stemOf(file.path)) ?? []
      list.push(file.path)
      files.set(stemOf(file.path), list)
    }
    found = { files, at: now }
    folders.set(folder, found)
  }
  return (found.files.get(stemOf(path)) ?? []).filter((other) => other !== path)
}

function stemOf(path: string): string {
  return basename(path).replace(/\.jsonl?$/, '')
}
