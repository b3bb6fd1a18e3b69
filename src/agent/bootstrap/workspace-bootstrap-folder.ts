import { join, relative, sep } from 'node:path'
import type { ProjectFiles } from '../../disk/project-files.ts'
import type { BootstrapFolder } from './bootstrap-folder.ts'

/**
 * A folder of a project. A link in it is followed as long as it stays in the project.
 *
 * @param files those of the whole project
 * @param path absolute, the project's root or inside of it
 */
export function workspaceBootstrapFolder(files: ProjectFiles, path: string): BootstrapFolder {
  return {
    from: 'workspace',
    path,
    scope: relative(files.root, path).split(sep).join('/') || '.',
    look(name) {
      const at = join(path, name)
      if (files.stat(at) === undefined) return undefined
      const { size, stamp } = files.file(at)
      return { size, stamp }
    },
    read: (name, most) => files.read(join(path, name), 0, most),
  }
}
