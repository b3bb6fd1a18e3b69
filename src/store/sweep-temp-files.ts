import { removeQuietly } from '../disk/remove-quietly.ts'
import { staleTempFiles } from '../disk/stale-temp-files.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Removes the temp files of processes that were stopped, which may hold whole conversations.
 *
 * @param olderThan milliseconds nobody has written them for
 */
export function sweepTempFiles({ disk, home, now }: StoreContext, olderThan: number): void {
  for (const folder of [home.sessions, home.transcripts, home.ccr, home.state]) {
    try {
      for (const path of staleTempFiles(disk, folder, now() - olderThan)) removeQuietly(disk, path)
    } catch {
      // Whatever is wrong with the folder, the work that is about to be done there meets it too.
    }
  }
}
