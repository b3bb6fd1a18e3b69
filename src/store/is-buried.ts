import type { StoreContext } from './store-context.ts'
import { readTombstones } from './tombstones.ts'
import { listTrash } from './trash.ts'

/** True when a conversation of this id was purged, or waits in the trash: nothing else may go on under its id. */
export function isBuried(context: StoreContext, id: string): boolean {
  if (readTombstones(context).has(id)) return true
  return listTrash(context).some((entry) => entry.id === id || entry.transcript_id === id)
}
