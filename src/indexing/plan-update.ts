import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import { chunkLimits } from '../search/index-builder.ts'
import { partDigest } from '../search/segments/segment-builder.ts'
import { searchableMessage } from '../search/searchable-message.ts'
import type { PlacedPart } from './index-state.ts'

/** What to do about a record that may have changed: nothing, or index it behind its first `from` messages. */
export type UpdatePlan = 'same' | { readonly from: number; readonly drop: readonly PlacedPart[] }

/** Language and title of a record are read from its beginning, which must be in a part that stays. */
const leastKept = 100

/**
 * Compares a record with its parts in the index, so that a turn in a long conversation touches its last chunk only: of
 * the parts that still say the same, those of at least a chunk stay.
 */
export function planUpdate(record: ConversationRecord, parts: readonly PlacedPart[]): UpdatePlan {
  const all = { from: 0, drop: parts }
  const kept = parts.filter(({ facts }) => !facts.removed)
  const first = kept[0]
  if (first === undefined || !sameFacts(record, kept)) return all
  const messages = record.messages.filter((entry) => searchableMessage(entry, false))
  let from = 0
  let matching = 0
  for (const { facts } of kept) {
    if (facts.first !== from || !saysTheSame(messages, from, facts.digest)) break
    from += facts.messages
    matching++
  }
  const removed = record.messages.filter(
    (entry) => entry.state === 'removed' && searchableMessage(entry, true),
  )
  const isWhole = matching === kept.length && from === messages.length
  if (isWhole && sameRemoved(removed, parts) && kept.at(-1)?.facts.updatedAt === record.updatedAt)
    return 'same'
  const stays = kept.slice(0, matching).findLastIndex(({ facts }) => isFull(facts))
  const last = kept[stays]
  if (last === undefined) return all
  from = last.facts.first + last.facts.messages
  // The newest part carries the facts that change with each turn, so there must be a new one.
  if (from < leastKept || from >= messages.length) return all
  const staying = new Set(kept.slice(0, stays + 1))
  return { from, drop: parts.filter((part) => !staying.has(part)) }
}

function isFull({ messages, text }: PlacedPart['facts']): boolean {
  return messages >= chunkLimits.messages || text >= chunkLimits.text
}

function sameFacts(record: ConversationRecord, kept: readonly PlacedPart[]): boolean {
  return kept.every(
    ({ facts }) =>
      facts.id === record.id &&
      facts.family === record.family &&
      facts.title === record.title &&
      facts.machine === record.machine &&
      facts.source === record.source?.tool,
  )
}

function sameRemoved(removed: readonly RecordMessage[], parts: readonly PlacedPart[]): boolean {
  const digests = parts.flatMap(({ facts }) => (facts.removed ? [facts.digest] : []))
  return digests.length === 0
    ? removed.length === 0
    : digests.length === 1 && saysTheSame(removed, 0, digests[0] ?? '', true)
}

/** @param toEnd nothing may follow */
function saysTheSame(
  messages: readonly RecordMessage[],
  from: number,
  digest: string,
  toEnd: boolean = false,
): boolean {
  let at = from
  for (const piece of digest.split(' ')) {
    const count = Number(piece.slice(0, piece.indexOf(':')))
    if (partDigest(messages.slice(at, at + count)) !== piece) return false
    at += count
  }
  return !toEnd || at === messages.length
}
