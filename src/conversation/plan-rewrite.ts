import type { MessageRef, Put, Range, RewriteBody, RewriteReason } from './event.ts'
import type { WindowMessage } from './fold-state.ts'
import { windowDigest } from './message-hash.ts'
import type { Message } from './message.ts'
import { RangeSet, rangeOf, rangesOf, refKey } from './range-set.ts'

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
  const planned = puts.map(({ instead, message }): Put => ({ of: standsFor(instead, byKey, keep), message }))
  // A put that goes without its originals coming back takes them along, whatever else stands for them by now.
  const removes = rangesOf(removed.map(({ ref }) => ref))
  const backKeys = new Set(back.map(refKey))
  if (backKeys.size === 0) removes.push(...removed.flatMap((message) => behind(message, keep)))
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

/** What a new put stands for: the originals behind every derived message it replaces, and that message itself. */
function standsFor(
  instead: readonly MessageRef[],
  seen: ReadonlyMap<string, WindowMessage>,
  keep: readonly MessageRef[],
): Range[] {
  const kept = new Set(keep.map(refKey))
  const ranges: Range[] = []
  let plain: MessageRef[] = []
  const flush = (): void => {
    ranges.push(...rangesOf(plain))
    plain = []
  }
  for (const ref of instead) {
    if (kept.has(refKey(ref))) continue
    const message = seen.get(refKey(ref))
    if (message?.of === undefined) plain.push(ref)
    else {
      flush()
      ranges.push(...behind(message, keep), rangeOf(ref))
    }
  }
  flush()
  return ranges
}

/** The originals that only this derived message still stands for: not those that came back, or stay. */
function behind({ of = [], left = of }: WindowMessage, keep: readonly MessageRef[]): readonly Range[] {
  const rest = new RangeSet(left).minus(new RangeSet(rangesOf(keep)))
  return rest.size === new RangeSet(of).size ? of : rest.ranges()
}
