import { type Draft, isUnchanged } from '../../conversation/compaction/draft.ts'
import type { WindowMessage } from '../../conversation/fold-state.ts'
import { messageHash } from '../../conversation/message-hash.ts'

/** A draft as a window, for a request alone: nothing of it is written anywhere. */
export function viewOf(draft: Draft): readonly WindowMessage[] {
  return draft.map((entry) => {
    const [first, ...others] = entry.from
    if (isUnchanged(entry)) return first
    const { message } = entry
    const view = { ...first, message, hash: messageHash(message) }
    // What stands for several messages keeps its place.
    return others.length === 0 ? view : { ...view, of: [] }
  })
}
