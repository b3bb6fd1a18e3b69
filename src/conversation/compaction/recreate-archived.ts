import type { MessageRef, Range, TranscriptEvent } from '../event.ts'
import { sha256 } from '../message-hash.ts'
import type { Message } from '../message.ts'
import { RangeSet, refKey } from '../range-set.ts'
import { archivedText } from './archived-text.ts'
import { markerOf } from './recall-marker.ts'

/**
 * The text of a recall key, made again from a transcript: the text of one message, a long argument of a call, or the
 * messages that a summary stands for. What is given has the key in its hash, so it is that text or, with a short key,
 * another of the same one. Undefined when the transcript has none.
 */
export function recreateArchived(key: string, events: Iterable<TranscriptEvent>): string | undefined {
  const isIt = (text: string): boolean => sha256(text).startsWith(key)
  const marker = markerOf(key)
  const known: Known = new Map()
  const summaries: (readonly Range[])[] = []
  for (const carried of messagesOf(events)) {
    const { message, ref, of } = carried
    const found = textsOf(message).find(isIt)
    if (found !== undefined) return found
    const lines = known.get(ref[0]) ?? new Map<string, Carried>()
    known.set(ref[0], lines.set(refKey(ref), carried))
    if (of !== undefined && message.content.includes(marker)) summaries.push(of)
  }
  for (const of of summaries) {
    const text = archivedText(asSeen(of, known))
    if (isIt(text)) return text
  }
  return undefined
}

interface Carried {
  readonly message: Message
  readonly ref: MessageRef
  readonly of?: readonly Range[]
}

function* messagesOf(events: Iterable<TranscriptEvent>): Generator<Carried, void, undefined> {
  for (const event of events) {
    const { w, n } = event
    if (event.kind === 'message') yield { message: event.message, ref: [w, n] }
    else if (event.kind === 'rewrite')
      for (const [k, { message, of }] of (event.puts ?? []).entries()) yield { message, ref: [w, n, k], of }
    else if (event.kind === 'edit' || event.kind === 'adopt')
      for (const [k, { message }] of event.inserts.entries()) yield { message, ref: [w, n, k] }
  }
}

function textsOf({ content, tool_calls: calls }: Message): readonly string[] {
  const given = (calls ?? []).flatMap(({ arguments: each }) =>
    typeof each === 'object' && each !== null ? Object.values(each) : [],
  )
  return [content, ...given.filter((value): value is string => typeof value === 'string')]
}

/** By writer, then by reference. */
type Known = Map<string, Map<string, Carried>>

/** What stood in the window when these ranges were written: of a derived message and its originals, the derived one. */
function asSeen(of: readonly Range[], known: Known): readonly Message[] {
  const seen: Carried[] = []
  for (const range of of) {
    for (const carried of within(range, known)) {
      const behind = new RangeSet(carried.of ?? [])
      while (seen.length > 0 && behind.has(seen.at(-1)?.ref ?? ['', 0])) seen.pop()
      seen.push(carried)
    }
  }
  return seen.map(({ message }) => message)
}

function within(range: Range, known: Known): readonly Carried[] {
  const lines = known.get(range[0])
  if (lines === undefined) return []
  if (range.length === 4) return [lines.get(`${range[0]}:${range[1]}:${range[3]}`) ?? []].flat()
  const [w, from, to] = range
  const found: Carried[] = []
  // A range of a damaged or hostile line may end anywhere; no more lines than there are can be meant.
  for (let n = from; n <= to && n - from < 1_000_000; n++) {
    const carried = lines.get(`${w}:${n}`)
    if (carried !== undefined) found.push(carried)
  }
  return found
}
