import { randomUUID } from 'node:crypto'
import type { BootstrapFolder } from '../agent/bootstrap/bootstrap-folder.ts'
import { bootstrapFolders } from '../agent/bootstrap/bootstrap-folders.ts'
import { bootstrapRequest } from '../agent/bootstrap/bootstrap-request.ts'
import { MOST_BYTES } from '../agent/bootstrap/bootstrap-text.ts'
import { type BootstrapTrouble, readBootstrap } from '../agent/bootstrap/read-bootstrap.ts'
import { PermissionFile, type PermissionNotice } from '../agent/permissions-file.ts'
import { projectRoot } from '../disk/project-files-root.ts'
import { readSettings } from '../settings.ts'
import type { BaseContext } from './command.ts'

/** `own`: the person's. Else what they said of the folder of the project, or that they will be asked. */
export type BootstrapTrust = 'own' | 'always' | 'never' | 'unasked'

export interface BootstrapFileView {
  readonly name: string
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Bytes that count, when it is longer. */
  readonly cutTo: number | undefined
  readonly trust: BootstrapTrust
}

/** The bootstrap files as they stand: first those in force, then those of the project that are left out. */
export interface BootstrapView {
  readonly isOn: boolean
  readonly files: readonly BootstrapFileView[]
  readonly troubles: readonly BootstrapTrouble[]
  readonly notices: readonly PermissionNotice[]
}

/** Looks at the bootstrap files, and asks nobody. @throws ChatCliError when the settings are wrong */
export async function viewBootstrap({ environment, config, disk, cwd }: BaseContext): Promise<BootstrapView> {
  const { bootstrap, bootstrapDir, home } = readSettings(environment, config())
  if (!bootstrap) return { isOn: false, files: [], troubles: [], notices: [] }
  const answers = new PermissionFile({ disk, home, project: projectRoot(cwd), randomName: randomUUID })
  const trustOf = (folder: BootstrapFolder): BootstrapTrust => {
    const { tool, scope } = bootstrapRequest(folder, '')
    return folder.from === 'home' ? 'own' : (answers.find(tool, scope) ?? 'unasked')
  }
  const folders = bootstrapFolders({ disk, cwd, home, own: bootstrapDir })
  const { files, troubles, leftOut } = await readBootstrap(folders, async (folder) => {
    return trustOf(folder) === 'always'
  })
  const cutTo = (size: number): number | undefined => (size > MOST_BYTES ? MOST_BYTES : undefined)
  return {
    isOn: true,
    files: [
      ...files.map(({ name, path, size, from }): BootstrapFileView => {
        return { name, path, size, cutTo: cutTo(size), trust: from === 'home' ? 'own' : 'always' }
      }),
      ...leftOut.flatMap(({ folder, files: others }) =>
        others.map(({ name, path, size }): BootstrapFileView => {
          return { name, path, size, cutTo: cutTo(size), trust: trustOf(folder) }
        }),
      ),
    ],
    troubles,
    notices: answers.takeNotices(),
  }
}
