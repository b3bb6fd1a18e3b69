import type { ChangeNote } from '../store/changed-log.ts'
import type { RecordStamp } from '../store/record-stamps.ts'
import { newRecordStamps, recordStampOf, recordStamps } from '../store/record-stamps.ts'
import { isSafeName } from '../store/session-name.ts'
import { transcriptPath } from '../store/side-files.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { RecordChange } from './apply-changes.ts'
import { compareStamps } from './compare-stamps.ts'
import type { IndexState } from './index-state.ts'

/** More hints than this are no quicker to follow than to look at every file. */
const mostFollowed = 64

/** Looks at every file: the records that differ from what the index knows, the newest first. */
export function sweepForChanges(context: StoreContext, state: IndexState): readonly RecordChange[] {
  return compareStamps(state, recordStamps(context))
}

/**
 * Follows hints of the `changed` log: looks at the files of those records only, whatever their stamps say. Undefined
 * when they do not tell enough, so that every file must be looked at.
 */
export function followNotes(
  context: StoreContext,
  state: IndexState,
  notes: readonly ChangeNote[],
): readonly RecordChange[] | undefined {
  if (notes.length === 0) return []
  const ids = new Set(notes.map(({ id }) => id))
  if (ids.size > mostFollowed || ids.has('')) return undefined
  if (notes.some(({ what }) => what !== 'appended' && what !== 'saved')) return undefined
  const stamps: RecordStamp[] = []
  const unknown = new Set(ids)
  for (const { reader } of state.segments) {
    for (const { id, name } of reader.parts) {
      if (!ids.has(id) || stamps.some((stamp) => stamp.name === name)) continue
      const row = state.records().get(name)
      if (row === undefined) continue
      const stamp = recordStampOf(context, name, row.transcriptId)
      // The catalogue says what a conversation without a session file is called, and which new transcript goes with it.
      if (stamp === undefined || hasNewTranscript(context, row.transcriptId, id)) return undefined
      stamps.push(stamp)
      unknown.delete(id)
    }
  }
  if (unknown.size > 0) {
    const fresh = newRecordStamps(context, (name) => state.records().has(name))
    for (const id of unknown) {
      const stamp = fresh.get(id)
      if (stamp === undefined) return undefined
      stamps.push(stamp)
    }
  }
  return stamps.map((stamp) => ({ name: stamp.name, stamp }))
}

function hasNewTranscript(context: StoreContext, known: string | undefined, id: string): boolean {
  return known === undefined && isSafeName(id) && context.disk.stat(transcriptPath(context, id)) !== undefined
}
