import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { openProjectFiles } from '../../disk/project-files-open.ts'
import { projectRoot } from '../../disk/project-files-root.ts'
import { ChatCliError } from '../../errors.ts'
import type { BootstrapFolder } from './bootstrap-folder.ts'
import { homeBootstrapFolder } from './home-bootstrap-folder.ts'
import { workspaceBootstrapFolder } from './workspace-bootstrap-folder.ts'

export interface BootstrapFoldersOptions {
  readonly disk: Disk
  /** Absolute path of the working folder. */
  readonly cwd: string
  /** Absolute path of the home folder of this program. */
  readonly home: string
  /** Where the person keeps their own files, when not there. */
  readonly own?: string | undefined
}

/** Where bootstrap files are looked for, the one that counts first: the working folder, its project's root, the home. */
export function bootstrapFolders(options: BootstrapFoldersOptions): readonly BootstrapFolder[] {
  const { disk, home, own = home } = options
  const mine = homeBootstrapFolder(disk, own)
  return [...workspaceFolders(options).filter(({ path }) => path !== resolve(own)), mine]
}

function workspaceFolders({ cwd, home }: BootstrapFoldersOptions): BootstrapFolder[] {
  try {
    const open = { forbidden: [home], randomName: randomUUID }
    const here = openProjectFiles(cwd, open).root
    const files = openProjectFiles(projectRoot(cwd), open)
    const paths = here === files.root ? [here] : [here, files.root]
    // In the home folder itself nothing is a project's.
    return paths.filter((path) => isWithin(files, path)).map((path) => workspaceBootstrapFolder(files, path))
  } catch (error) {
    // The working folder was removed, or may not be read.
    if (error instanceof ChatCliError) return []
    throw error
  }
}

function isWithin(files: { stat(path: string): unknown }, path: string): boolean {
  try {
    return files.stat(path) !== undefined
  } catch (error) {
    if (error instanceof ChatCliError) return false
    throw error
  }
}
