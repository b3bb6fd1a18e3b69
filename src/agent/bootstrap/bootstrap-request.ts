import type { PermissionRequest } from '../tool.ts'
import type { BootstrapFolder } from './bootstrap-folder.ts'

/**
 * What the person is asked before files of a folder instruct a model. Their answer is about the folder: it counts for
 * files that change, or come, later.
 *
 * @param subject in the person's words, what would be done
 */
export function bootstrapRequest({ scope }: BootstrapFolder, subject: string): PermissionRequest {
  const where = scope === '.' ? 'of this project' : `in ${scope}`
  return { tool: 'bootstrap', subject, scope: `bootstrap files ${where}` }
}
