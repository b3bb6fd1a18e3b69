import type { MessageRef, RewriteBody, RewriteReason } from '../event.ts'
import type { WindowMessage } from '../fold-state.ts'
import type { Message } from '../message.ts'
import { planRewrite, type WantedPut } from '../plan-rewrite.ts'

/** One message of a window that is wanted, and the messages of the present window it takes the place of. */
export interface DraftEntry {
  /** Never empty, in window order; just the message itself while it is unchanged. */
  readonly from: readonly [WindowMessage, ...WindowMessage[]]
  readonly message: Message
}

/**
 * A window that is wanted, in order: each step of a compaction makes another of it, and {@link rewriteOf} makes one
 * event of them all, so that one undo takes them all back.
 */
export type Draft = readonly DraftEntry[]

/** The window as it is. */
export function draftOf(window: readonly WindowMessage[]): Draft {
  return window.map((message) => ({ from: [message], message: message.message }))
}

export function isUnchanged({ from, message }: DraftEntry): boolean {
  return from.length === 1 && from[0].message === message
}

/**
 * The event that makes the window `seen` the wanted one; undefined when it is that already. Messages of `seen` that no
 * entry names leave the window.
 */
export function rewriteOf(
  reason: RewriteReason,
  seen: readonly WindowMessage[],
  draft: Draft,
): RewriteBody | undefined {
  const keep: MessageRef[] = []
  const puts: WantedPut[] = []
  for (const entry of draft) {
    if (isUnchanged(entry)) keep.push(entry.from[0].ref)
    else puts.push({ instead: entry.from.map(({ ref }) => ref), message: entry.message })
  }
  return keep.length === seen.length ? undefined : planRewrite({ reason, seen, keep, puts })
}
