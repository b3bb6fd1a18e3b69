import type { IndexChunk } from './index-builder.ts'

/**
 * A chunk whose postings are grouped by term in ascending term number: group `g` is `starts[g] .. starts[g + 1]` of
 * `messages` (ordinals in `entries`, ascending) and `frequencies`.
 */
export interface GroupedChunk extends Omit<IndexChunk, 'ends'> {
  readonly starts: Uint32Array
  readonly messages: Uint32Array
}

/** Groups the postings of a chunk. */
export function groupChunk({ ends, ...chunk }: IndexChunk): GroupedChunk {
  const holders = new Map<number, number[]>()
  const counts = new Map<number, number[]>()
  let at = 0
  for (const [message, end] of ends.entries()) {
    for (; at < end; at++) {
      const term = chunk.terms[at]!
      const messages = holders.get(term)
      if (messages === undefined) {
        holders.set(term, [message])
        counts.set(term, [chunk.frequencies[at]!])
      } else {
        messages.push(message)
        counts.get(term)!.push(chunk.frequencies[at]!)
      }
    }
  }
  const terms = Uint32Array.from(holders.keys()).sort()
  const starts = new Uint32Array(terms.length + 1)
  const messages = new Uint32Array(at)
  const frequencies = new Uint32Array(at)
  for (const [group, term] of terms.entries()) {
    const start = starts[group]!
    const held = holders.get(term)!
    messages.set(held, start)
    frequencies.set(counts.get(term)!, start)
    starts[group + 1] = start + held.length
  }
  return { ...chunk, terms, starts, messages, frequencies }
}
