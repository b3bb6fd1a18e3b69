import type { Cursor } from './bytes.ts'
import { readVarint } from './bytes.ts'
import type { TermStreams } from './encode-term.ts'
import { reserve } from './encode-term.ts'
import { putVarint } from './put-varint.ts'
import type { TermWalk } from './walk-terms.ts'

/**
 * Puts behind what is in the streams what a segment says of the term its walk is at; to begin a term, set `entries` to 0.
 * Messages are copied as they stand. Throws RangeError when the postings are none.
 *
 * @param targets new number of each part, ascending and behind those in the streams; −1 for those that are left out
 */
export function copyTerm(into: TermStreams, walk: TermWalk, postings: Uint8Array, targets: Int32Array): void {
  if (into.entries === 0) {
    into.sessionBytes = 0
    into.messageBytes = 0
    into.part = -1
  }
  if (walk.isSingle) {
    const target = targets[walk.part]!
    if (target < 0) return
    reserve(into, into.sessionBytes + 16, 0)
    const at = putVarint(into.sessions, into.sessionBytes, (target - into.part - 1) * 2 + 1)
    into.sessionBytes = putVarint(into.sessions, at, walk.ordinal)
    into.ordinal = walk.ordinal
    into.part = target
    into.entries++
    into.isSingle = into.entries === 1
    return
  }
  const messages = walk.offset + walk.sessionBytes
  const messagesEnd = messages + walk.messageBytes
  if (messagesEnd > postings.length) throw new RangeError('streams behind the end of the postings')
  reserve(into, into.sessionBytes + walk.sessionBytes + 8, into.messageBytes + walk.messageBytes)
  const cursor: Cursor = { bytes: postings, at: walk.offset }
  const { sessions } = into
  let to = into.sessionBytes
  let { part: previous, entries } = into
  let part = -1
  // Messages of entries that follow each other are copied together.
  let place = messages
  let copyFrom = messages
  for (let i = 0; i < walk.entries; i++) {
    const head = readVarint(cursor)
    part += 1 + Math.floor(head / 2)
    const target = targets[part]
    if (target === undefined) throw new RangeError('a posting of a part that is not here')
    const from = cursor.at
    const isInline = head % 2 === 1
    let size = 0
    let ordinal = 0
    if (isInline) ordinal = readVarint(cursor)
    else {
      const titled = readVarint(cursor)
      readVarint(cursor)
      size = Math.floor(titled / 2) + readVarint(cursor)
      if (titled % 2 === 1) readVarint(cursor)
    }
    if (target < 0) {
      copyMessages(into, postings, copyFrom, place)
      place += size
      copyFrom = place
      continue
    }
    place += size
    if (place > messagesEnd) throw new RangeError('a posting that is not in its stream')
    to = putVarint(sessions, to, (target - previous - 1) * 2 + (head % 2))
    for (let at = from; at < cursor.at; at++) sessions[to++] = postings[at]!
    previous = target
    entries++
    into.isSingle = isInline && entries === 1
    into.ordinal = ordinal
  }
  copyMessages(into, postings, copyFrom, place)
  into.sessionBytes = to
  into.part = previous
  into.entries = entries
}

function copyMessages(into: TermStreams, postings: Uint8Array, from: number, to: number): void {
  const { messages, messageBytes } = into
  if (to - from > 32) messages.set(postings.subarray(from, to), messageBytes)
  else for (let i = 0; i < to - from; i++) messages[messageBytes + i] = postings[from + i]!
  into.messageBytes += to - from
}
