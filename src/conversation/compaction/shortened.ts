import type { Message } from '../message.ts'
import type { DraftEntry } from './draft.ts'
import { shortenedTo } from './message-kinds.ts'
import { type Archiver, markedKeys, markerOf } from './recall-marker.ts'

/**
 * `cut`: the middle of it is left out; `short`: all but a few lines; `stub`: one line stands for it; `plain`: without
 * thoughts and long arguments.
 */
export type Shortening = 'cut' | 'short' | 'stub' | 'plain'

/**
 * An entry with less text. What the message calls, answers and when it was said stay as they were; its id does not,
 * since that is the original's.
 */
export function shortened(
  entry: DraftEntry,
  how: Shortening,
  changed: Pick<Message, 'content' | 'tool_calls'>,
): DraftEntry {
  const { id: _, ...message } = entry.message
  return { from: entry.from, message: { ...message, ...changed, meta: { ...message.meta, compacted: how } } }
}

/**
 * The marker of the text that an entry is made shorter of, with a space before it; empty when it cannot be kept. One that
 * was shortened before goes on pointing to its original.
 */
export function pointerTo({ from, message }: DraftEntry, archive: Archiver): string {
  // As the window has it: what this draft made of it stands in no transcript from which it could be made again.
  const isNew = from.length > 1
  const seen = isNew ? message : from[0].message
  const [known] = isNew || shortenedTo(seen) !== undefined ? markedKeys(seen.content) : []
  const key = known ?? (isNew ? undefined : archive(seen.content))
  return key === undefined ? '' : ` ${markerOf(key)}`
}
