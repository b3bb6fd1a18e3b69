import { removeQuietly } from '../disk/remove-quietly.ts'
import { finishReplacements } from './finish-replacements.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Finishes what processes that were stopped had begun to replace, in some folders of transcripts, and forgets what they had
 * not.
 *
 * @param olderThan milliseconds nobody has written a file for that was not replaced yet
 * @returns how many are left that somebody may be at
 */
export function sweepReplacements(
  { disk, now }: StoreContext,
  folders: readonly string[],
  olderThan: number,
): number {
  let left = 0
  for (const folder of folders) {
    try {
      for (const path of finishReplacements({ disk, reader: disk }, folder)) {
        const stat = disk.stat(path)
        const changed = Math.max(stat?.mtimeMs ?? 0, stat?.ctimeMs ?? 0)
        // What was not replaced has its own name too.
        if (stat !== undefined && stat.links > 1 && changed < now() - olderThan) removeQuietly(disk, path)
        else if (stat !== undefined) left++
      }
    } catch {
      // Whoever opens the conversation meets what is wrong, and everybody reads the lines until then.
      left++
    }
  }
  return left
}
