import { putVarint } from './put-varint.ts'

/** The places of a segment by number: each part has one slot for its title, then one for each message. */
export interface PartSlots {
  /** The first slot of each part, and behind the last one the number of slots. */
  readonly starts: Uint32Array
  /** Part of each slot. */
  readonly parts: Uint32Array
}

/** The streams of one term; only the given number of bytes counts. To be filled again for the next term. */
export interface TermStreams {
  sessions: Uint8Array
  sessionBytes: number
  messages: Uint8Array
  messageBytes: number
  entries: number
  /** The part of the last entry. */
  part: number
  /** True when one message says it once and no title does: the dictionary keeps `part` and `ordinal` instead. */
  isSingle: boolean
  ordinal: number
}

/** The most bytes that a posting takes in the session stream and in the message stream. */
const mostBytes = { session: 40, message: 16 } as const

export function createTermStreams(): TermStreams {
  const [sessions, messages] = [new Uint8Array(2 ** 12), new Uint8Array(2 ** 12)]
  return {
    sessions,
    sessionBytes: 0,
    messages,
    messageBytes: 0,
    entries: 0,
    part: 0,
    ordinal: 0,
    isSingle: false,
  }
}

export function partSlotsOf(starts: readonly number[]): PartSlots {
  const parts = new Uint32Array(starts.at(-1) ?? 0)
  for (let part = 0; part + 1 < starts.length; part++) parts.fill(part, starts[part], starts[part + 1])
  return { starts: Uint32Array.from(starts), parts }
}

/** Writes the streams of a term that stands in the slots `slots[from .. to)`, ascending, with these frequencies. */
export function encodeTerm(
  into: TermStreams,
  { starts, parts }: PartSlots,
  slots: Uint32Array,
  frequencies: Uint32Array,
  from: number,
  to: number,
): void {
  reserve(into, (to - from) * mostBytes.session, (to - from) * mostBytes.message)
  const { sessions, messages } = into
  let sessionBytes = 0
  let messageBytes = 0
  let entries = 0
  let previous = -1
  let part = 0
  let ordinal = 0
  let isSingle = false
  for (let at = from; at < to; entries++) {
    part = parts[slots[at]!]!
    const first = starts[part]! + 1
    const behind = starts[part + 1]!
    const step = part - previous - 1
    previous = part
    const title = slots[at] === first - 1 ? frequencies[at++]! : 0
    let end = at
    while (end < to && slots[end]! < behind) end++
    const count = end - at
    if (title === 0 && count === 1 && frequencies[at] === 1) {
      ordinal = slots[at++]! - first
      isSingle = entries === 0
      sessionBytes = putVarint(sessions, sessionBytes, step * 2 + 1)
      sessionBytes = putVarint(sessions, sessionBytes, ordinal)
      continue
    }
    const start = messageBytes
    let last = first - 1
    let total = 0
    for (; at < end; at++) {
      const slot = slots[at]!
      const frequency = frequencies[at]!
      total += frequency
      if (frequency === 1) messageBytes = putVarint(messages, messageBytes, (slot - last - 1) * 2)
      else {
        messageBytes = putVarint(messages, messageBytes, (slot - last - 1) * 2 + 1)
        messageBytes = putVarint(messages, messageBytes, frequency - 2)
      }
      last = slot
    }
    sessionBytes = putVarint(sessions, sessionBytes, step * 2)
    sessionBytes = putVarint(sessions, sessionBytes, count * 2 + (title > 0 ? 1 : 0))
    sessionBytes = putVarint(sessions, sessionBytes, total - count)
    sessionBytes = putVarint(sessions, sessionBytes, messageBytes - start - count)
    if (title > 0) sessionBytes = putVarint(sessions, sessionBytes, title)
  }
  into.sessionBytes = sessionBytes
  into.messageBytes = messageBytes
  into.entries = entries
  into.part = part
  into.ordinal = ordinal
  into.isSingle = isSingle && entries === 1
}

/** Makes room for streams of so many bytes, without losing what is in them. */
export function reserve(into: TermStreams, sessionBytes: number, messageBytes: number): void {
  if (sessionBytes > into.sessions.length) into.sessions = grown(into.sessions, sessionBytes * 2)
  if (messageBytes > into.messages.length) into.messages = grown(into.messages, messageBytes * 2)
}

function grown(from: Uint8Array, length: number): Uint8Array {
  const to = new Uint8Array(length)
  to.set(from)
  return to
}
