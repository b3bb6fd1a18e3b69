import { readCatalogue } from '../catalogue.ts'
import { hasMachinePrefix, isSafeName } from '../session-name.ts'
import { transcriptPath } from '../side-files.ts'
import type { StoreContext } from '../store-context.ts'

const DAY = 86_400_000
/** Well before the Go program removes a transcript by its time. */
const FRESH_MS = 30 * DAY

/**
 * Where the Go program uses the home too, sets the time of transcripts that sessions need to now: it removes old ones by
 * their time alone, whoever names them. Transcripts of sessions that may expire keep theirs.
 *
 * @param touch sets the time of a file; what cannot be touched is left
 * @returns how many
 */
export function keepFresh(context: StoreContext, touch: (path: string, ms: number) => void): number {
  const { disk, now } = context
  const { rows } = readCatalogue(context)
  // A session of that program has no id.
  if (!rows.some(({ id, interrupted }) => id === '' && !interrupted)) return 0
  let count = 0
  for (const { name, machine, interrupted, transcriptId } of rows) {
    if (interrupted || transcriptId === undefined || !isSafeName(transcriptId)) continue
    if (machine && hasMachinePrefix(name)) continue
    const path = transcriptPath(context, transcriptId)
    const stat = disk.stat(path)
    if (stat?.kind !== 'file' || stat.mtimeMs > now() - FRESH_MS) continue
    try {
      touch(path, now())
      count++
    } catch {
      // The next run tries again.
    }
  }
  return count
}
