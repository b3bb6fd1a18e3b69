import { join } from 'node:path'
import { finishReplacement, type ReplacementDisks } from './finish-replacement.ts'
import { parseReplacedName } from './replaced-name.ts'

/**
 * Finishes every replacement in a folder that was cut short.
 *
 * @param transcript only those of this one, a full path
 * @returns the files that must stay; nothing of them is lost
 * @throws ChatCliError `storage`, `key`
 */
export function finishReplacements(
  disks: ReplacementDisks,
  folder: string,
  transcript?: string,
): readonly string[] {
  if (disks.disk.stat(folder)?.kind !== 'folder') return []
  return disks.disk
    .list(folder)
    .map((file) => join(folder, file))
    .filter((path) => {
      const name = parseReplacedName(path)
      return name !== undefined && (transcript === undefined || name.transcript === transcript)
    })
    .filter((path) => !finishReplacement(disks, path))
}
