import type { RewriteBody } from '../event.ts'
import type { RewriteSummary, WindowMessage } from '../fold-state.ts'
import { windowDigest } from '../message-hash.ts'

/** The compaction that `/rewind compact` takes back: the newest that stands; undefined when there is none. */
export function lastCompaction(rewrites: readonly RewriteSummary[]): RewriteSummary | undefined {
  return rewrites.findLast(({ reason, undone }) => !undone && (reason === 'compact' || reason === 'trim'))
}

/** The event that takes a rewrite back. */
export function undoOf(
  { ref, before, after }: RewriteSummary,
  window: readonly WindowMessage[],
): RewriteBody {
  return {
    kind: 'rewrite',
    reason: 'undo',
    removes: [],
    undoes: ref,
    before: window.length,
    after: Math.max(0, window.length + before - after),
    digest: windowDigest(window.map(({ hash }) => hash)),
  }
}
