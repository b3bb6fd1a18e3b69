import type { ConversationRecord } from '../conversation/record.ts'
import type { ReadText } from '../search/segments/segment-index.ts'
import { SliceReader } from '../store/slice-reader.ts'
import type { StoreContext } from '../store/store-context.ts'

/** Records that are kept while one answer is made. */
const mostKept = 8

/**
 * The text of messages an index knows the places of. Where other bytes stand by now, or no place is known, the whole
 * record is read.
 */
export class RecordText {
  readonly #slices: SliceReader
  readonly #load: (name: string) => ConversationRecord
  readonly #kept = new Map<string, ConversationRecord | undefined>()
  readonly #outdated = new Set<string>()

  constructor(context: StoreContext, load: (name: string) => ConversationRecord) {
    this.#slices = new SliceReader(context)
    this.#load = load
  }

  readonly read: ReadText = (rows, index, { name }) => {
    const location = rows.slices[index]
    const text = location === undefined ? undefined : this.#slices.text(location)
    if (text !== undefined) return text
    if (location !== undefined) this.#outdated.add(name)
    const said = this.#record(name)?.messages[rows.positions[index] ?? -1]
    if (said === undefined) this.#outdated.add(name)
    return said?.message.content ?? ''
  }

  /** Records whose places are not right any more, as met since the last call. */
  takeOutdated(): readonly string[] {
    const names = [...this.#outdated]
    this.#outdated.clear()
    return names
  }

  close(): void {
    this.#slices.close()
    this.#kept.clear()
  }

  #record(name: string): ConversationRecord | undefined {
    if (!this.#kept.has(name)) {
      if (this.#kept.size >= mostKept) this.#kept.clear()
      this.#kept.set(name, this.#tryLoad(name))
    }
    return this.#kept.get(name)
  }

  #tryLoad(name: string): ConversationRecord | undefined {
    try {
      return this.#load(name)
    } catch {
      return undefined
    }
  }
}
