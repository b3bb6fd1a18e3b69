import type { IndexTotals } from '../search/search-index.ts'
import { type IndexState, type StateSegment, liveText } from './index-state.ts'
import type { IndexStatus } from './index-status.ts'

/** What only its owner knows of an index. */
export interface StatusDetails extends Pick<IndexStatus, 'path' | 'sessions' | 'unreadable' | 'damaged'> {
  readonly totals: IndexTotals
}

/** How an index in this state stands. */
export function statusOf(
  { segments, sweptAt }: IndexState,
  { totals, ...known }: StatusDetails,
): IndexStatus {
  const sum = (of: (segment: StateSegment) => number): number =>
    segments.reduce((total, segment) => total + of(segment), 0)
  const text = sum((segment) => segment.text)
  return {
    ...known,
    segments: segments.length,
    bytes: sum(({ bytes }) => bytes),
    indexed: totals.sessions,
    messages: totals.messages,
    text,
    outdatedText: text - sum(liveText),
    sweptAt: sweptAt === 0 ? undefined : sweptAt,
  }
}
