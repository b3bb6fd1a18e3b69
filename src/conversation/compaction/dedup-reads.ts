import { canonicalCall } from './canonical-call.ts'
import { answeredCalls } from './answered-calls.ts'
import type { Draft } from './draft.ts'
import { type Limits, fixedEntries } from './limits.ts'
import { shortenedTo } from './message-kinds.ts'
import type { Archiver } from './recall-marker.ts'
import { withStub } from './with-less-text.ts'

export interface DedupOptions extends Limits {
  readonly archive: Archiver
  /** Shorter results are not worth it; characters, 400 when not given. */
  readonly minContent?: number
}

/** Puts one line in the place of a result when a later call of the same tool with the same arguments gave the same. */
export function dedupReads(draft: Draft, options: DedupOptions): Draft {
  const { archive, minContent = 400 } = options
  const fixed = fixedEntries(draft, options)
  const calls = answeredCalls(draft.map(({ message }) => message))
  const later = new Set<string>()
  const result = [...draft]
  for (let i = draft.length - 1; i >= 0; i--) {
    const entry = draft[i]
    const call = calls[i]
    if (entry === undefined || call === undefined || entry.message.content.length < minContent) continue
    if (shortenedTo(entry.message) !== undefined) continue
    const key = `${canonicalCall(call)}\n${entry.message.content}`
    if (later.has(key) && fixed[i] === false) {
      result[i] = withStub(entry, `the same as the later result of ${call.name}`, archive) ?? entry
    }
    later.add(key)
  }
  return result
}
