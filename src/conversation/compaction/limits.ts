import type { Draft } from './draft.ts'
import { isPersons } from './message-kinds.ts'

/** What no step of a compaction touches, beside system messages and those to be preserved verbatim. */
export interface Limits {
  /** So many of the newest messages that are not the system's; 10 when not given. */
  readonly keepLast?: number
  /** Turns that nobody has ended. */
  readonly openTurns?: ReadonlySet<string>
}

/**
 * Tells for each entry whether it must stay as it is: messages of the system, those to be preserved verbatim, the newest,
 * those of open turns, and the last that a person typed.
 */
export function fixedEntries(draft: Draft, { keepLast = 10, openTurns }: Limits): readonly boolean[] {
  const lastTyped = draft.findLastIndex(({ message }) => isPersons(message))
  const first = tailStart(draft, keepLast)
  return draft.map(({ message, from }, i) => {
    if (i >= first || i === lastTyped) return true
    if (message.role === 'system' || message.meta?.preserve_verbatim === true) return true
    return openTurns !== undefined && from.some(({ turn }) => openTurns.has(turn))
  })
}

/** Where the newest messages begin. */
function tailStart(draft: Draft, keepLast: number): number {
  let start = draft.length
  for (let left = keepLast; left > 0 && start > 0;) {
    start--
    if (draft[start]?.message.role !== 'system') left--
  }
  return start
}
