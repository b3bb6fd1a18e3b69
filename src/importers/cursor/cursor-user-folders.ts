import type { ImportMachine } from '../importer.ts'
import { codeUserFolders } from '../shared/code-user-folders.ts'

/** The user folders of Cursor's editor on this machine. */
export function cursorUserFolders(machine: ImportMachine): readonly string[] {
  return codeUserFolders(machine, ['Cursor', 'Cursor Nightly'], ['.cursor-server'])
}
