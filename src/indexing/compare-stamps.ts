import type { RecordStamp } from '../store/record-stamps.ts'
import type { RecordChange } from './apply-changes.ts'
import type { IndexState } from './index-state.ts'

/** The records that differ from what the index knows: those that are gone, then the others, the newest first. */
export function compareStamps(state: IndexState, stamps: readonly RecordStamp[]): readonly RecordChange[] {
  const records = state.records()
  const names = new Set(stamps.map(({ name }) => name))
  const changed = stamps.filter((stamp) => records.get(stamp.name)?.stamp !== stamp.stamp)
  const gone = [...records.keys()].filter((name) => !names.has(name))
  return [
    ...gone.map((name) => ({ name, stamp: undefined })),
    ...changed.toSorted(newestFirst).map((stamp) => ({ name: stamp.name, stamp })),
  ]
}

function newestFirst(a: RecordStamp, b: RecordStamp): number {
  return b.changedAt - a.changedAt || (a.name < b.name ? -1 : 1)
}
