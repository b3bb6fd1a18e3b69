import { diffArrays } from 'diff'
import type { EditBody, Insertion, MessageRef } from './event.ts'
import type { WindowMessage } from './fold-state.ts'
import { messageHash } from './message-hash.ts'
import type { Message } from './message.ts'
import { rangesOf } from './range-set.ts'

/**
 * What another hand did to a window, by a longest common subsequence of hashes: messages that went, whose text changed
 * (one for one, same role, in the same place), and that came. Undefined when nothing differs.
 *
 * @param from hex SHA-256 of the file that holds the other window; ids of new messages derive from it
 * @param w the writer who will record the difference, and the counter of that line, which names the insertions
 */
export function diffWindow(
  window: readonly WindowMessage[],
  foreign: readonly Message[],
  { kind, from, w, n }: { kind: 'edit' | 'adopt'; from: string; w: string; n: number },
): EditBody | undefined {
  const pieces = difference(
    window.map(({ hash }) => hash),
    foreign.map(messageHash),
  )
  const removes: MessageRef[] = []
  const changes: (readonly [MessageRef, Message])[] = []
  const inserts: Insertion[] = []
  let here = 0
  let there = 0
  let after: MessageRef | null = null
  let gone: WindowMessage[] = []
  const removeRest = (): void => {
    for (const { ref } of gone) removes.push(ref)
    gone = []
  }
  for (const { added, removed, count } of pieces) {
    if (removed) {
      gone = gone.concat(window.slice(here, here + count))
      here += count
    } else if (added) {
      for (const message of foreign.slice(there, there + count)) {
        const old = gone[0]
        if (old !== undefined && old.message.role === message.role && old.of === undefined) {
          changes.push([old.ref, merged(old.message, message)])
          after = old.ref
          gone.shift()
        } else {
          const k = inserts.length
          inserts.push({ after, message: { ...message, id: message.id ?? `${from.slice(0, 16)}-${k}` } })
          after = [w, n, k]
        }
      }
      there += count
    } else {
      removeRest()
      here += count
      there += count
      after = window[here - 1]?.ref ?? after
    }
  }
  removeRest()
  if (removes.length + changes.length + inserts.length === 0) return undefined
  return { kind, from, removes: rangesOf(removes), changes, inserts }
}

/** The other hand's words, with what only this program keeps about the message. */
function merged(old: Message, changed: Message): Message {
  const kept = {
    ...(old.id === undefined ? {} : { id: old.id }),
    ...(old.created_at === undefined ? {} : { created_at: old.created_at }),
  }
  return { ...kept, ...changed }
}

interface Piece {
  readonly added: boolean
  readonly removed: boolean
  readonly count: number
}

/** Beyond so many differences the search for the best alignment takes seconds, and is worth nothing. */
const MOST_DIFFERENCES = 1000

function difference(ours: readonly string[], theirs: readonly string[]): Piece[] {
  let start = 0
  while (start < ours.length && start < theirs.length && ours[start] === theirs[start]) start++
  let end = 0
  const most = Math.min(ours.length, theirs.length) - start
  while (end < most && ours.at(-1 - end) === theirs.at(-1 - end)) end++
  const same = (count: number): Piece => ({ added: false, removed: false, count })
  const middle = ours.slice(start, ours.length - end)
  const other = theirs.slice(start, theirs.length - end)
  const found = diffArrays(middle, other, { maxEditLength: MOST_DIFFERENCES }) as Piece[] | undefined
  const all: Piece[] = [
    { added: false, removed: true, count: middle.length },
    { added: true, removed: false, count: other.length },
  ]
  return [same(start), ...(found ?? all), same(end)].filter(({ count }) => count > 0)
}
