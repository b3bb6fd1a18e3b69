import type { MessageRef, Put, RewriteBody, RewriteReason } from './event.ts'
import type { WindowMessage } from './fold-state.ts'
import { windowDigest } from './message-hash.ts'
import type { Message } from './message.ts'
import { rangesOf, refKey } from './range-set.ts'

/** A derived message a writer wants in the window, instead of messages it saw there. */
export interface WantedPut {
  readonly instead: readonly MessageRef[]
  readonly message: Message
}

export interface RewritePlan {
  readonly reason: RewriteReason
  /** The window the writer saw. */
  readonly seen: readonly WindowMessage[]
  /** Messages that stay, or come back. What the writer saw and does not name here leaves the window. */
  readonly keep: readonly MessageRef[]
  readonly puts?: readonly WantedPut[]
}

/**
 * A rewrite as the difference between what its writer saw and what it wants, so that folding it changes nothing its
 * writer did not know of.
 */
export function planRewrite({ reason, seen, keep, puts = [] }: RewritePlan): RewriteBody {
  const kept = new Set(keep.map(refKey))
  const byKey = new Map(seen.map((message) => [refKey(message.ref), message]))
  const removed = seen.filter(({ ref }) => !kept.has(refKey(ref)))
  const back = keep.filter((ref) => !byKey.has(refKey(ref)))
  const planned = puts.map(({ instead, message }): Put => {
    return { of: rangesOf(instead.filter((ref) => !kept.has(refKey(ref)))), message }
  })
  const removes = rangesOf(removed.map(({ ref }) => ref))
  return {
    kind: 'rewrite',
    reason,
    removes,
    ...(back.length > 0 ? { restores: rangesOf(back) } : {}),
    ...(planned.length > 0 ? { puts: planned } : {}),
    before: seen.length,
    after: kept.size + planned.length,
    digest: windowDigest(seen.map(({ hash }) => hash)),
  }
}
