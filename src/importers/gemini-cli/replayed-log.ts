import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'

/** Where the newest version of a message stands. */
export interface MessagePlace {
  /** Bytes of the line it stands in. */
  readonly offset: number
  readonly length: number
  /** Which message of a checkpoint it is; undefined when it has the line for itself. */
  readonly nth: number | undefined
}

export interface LoggedMessage {
  readonly id: string | undefined
  readonly place: MessagePlace
  /** Of an older version that had thoughts, when the newest has none. */
  readonly thoughts: MessagePlace | undefined
  readonly branch: ImportedMessage['branch']
}

type Entry = { -readonly [K in keyof LoggedMessage]: LoggedMessage[K] }

/**
 * What the lines of a session log come to: a message that is written again takes the place of its older version, a rewind
 * takes away what follows, a checkpoint puts another list in its place. It keeps places, not texts; what was taken away
 * stays where it stood, with its branch.
 */
export class ReplayedLog {
  /** Everything, in the order it is to be read. */
  #all: Entry[] = []
  /** What counts, in order. */
  #live: Entry[] = []
  readonly #known = new Map<string, Entry>()

  get messages(): readonly LoggedMessage[] {
    return this.#all
  }

  message(record: Fields, place: MessagePlace): void {
    const id = textOf(record['id'])
    const known = id === undefined ? undefined : this.#known.get(id)
    if (known?.branch === 'active') {
      update(known, record, place)
      return
    }
    // Said once more after it was taken back: it stands at the end now.
    if (known !== undefined) this.#all.splice(this.#all.indexOf(known), 1)
    const entry = known ?? this.#entry(id, place)
    update(entry, record, place)
    entry.branch = 'active'
    this.#all.push(entry)
    this.#live.push(entry)
  }

  /** Takes away a message and all that follow it; everything when nobody knows it. */
  rewindTo(id: unknown): void {
    const known = typeof id === 'string' ? this.#known.get(id) : undefined
    const from = known?.branch === 'active' ? this.#live.lastIndexOf(known) : 0
    for (const entry of this.#live.splice(from)) entry.branch = 'undone'
  }

  /** Puts the messages of a line in the place of all. */
  checkpoint(messages: unknown, { offset, length }: MessagePlace): void {
    for (const entry of this.#live) entry.branch = 'abandoned'
    this.#live = []
    for (const [nth, message] of listOf(messages).entries()) {
      if (!isFields(message)) continue
      const id = textOf(message['id'])
      const place = { offset, length, nth }
      const entry = (id === undefined ? undefined : this.#known.get(id)) ?? this.#entry(id, place)
      if (entry.branch === 'active') continue
      update(entry, message, place)
      entry.branch = 'active'
      this.#live.push(entry)
    }
    this.#all = inOrder(this.#all, this.#live)
  }

  #entry(id: string | undefined, place: MessagePlace): Entry {
    const entry: Entry = { id, place, thoughts: undefined, branch: 'abandoned' }
    if (id !== undefined) this.#known.set(id, entry)
    return entry
  }
}

function update(entry: Entry, record: Fields, place: MessagePlace): void {
  entry.place = place
  if (listOf(record['thoughts']).length > 0) entry.thoughts = place
}

/** What counts in its order, and what does not behind what it stood behind. */
function inOrder(all: readonly Entry[], live: readonly Entry[]): Entry[] {
  const isLive = new Set(live)
  const behind = new Map<Entry | undefined, Entry[]>()
  let last: Entry | undefined
  for (const entry of all) {
    if (isLive.has(entry)) {
      last = entry
      continue
    }
    const run = behind.get(last) ?? []
    run.push(entry)
    behind.set(last, run)
  }
  return [...(behind.get(undefined) ?? []), ...live.flatMap((entry) => [entry, ...(behind.get(entry) ?? [])])]
}

/** The record that stands at a place, given the object of its line. */
export function recordAt(line: unknown, { nth }: MessagePlace): Fields {
  if (nth === undefined) return fieldsOf(line)
  const { $set, messages } = fieldsOf(line)
  return fieldsOf(listOf(fieldsOf($set)['messages'] ?? messages)[nth])
}
