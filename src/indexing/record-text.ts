import type { ConversationRecord } from '../conversation/record.ts'
import type { ReadText } from '../search/segments/segment-index.ts'
import { SliceReader } from '../store/slice-reader.ts'
import type { StoreContext } from '../store/store-context.ts'

type ReadRows = Parameters<ReadText>[0]

/** Records, and texts of messages, that are kept while one answer is made. */
const mostKept = 8
const mostTexts = 2000

/**
 * The text of messages an index knows the places of. Where other bytes stand by now, or no place is known, the whole
 * record is read.
 */
export class RecordText {
  readonly #slices: SliceReader
  readonly #load: (name: string) => ConversationRecord
  #kept = new Map<string, ConversationRecord | undefined>()
  #outdated = new Set<string>()
  #texts = new Map<ReadRows, string[]>()
  #textCount = 0

  constructor(context: StoreContext, load: (name: string) => ConversationRecord) {
    this.#slices = new SliceReader(context)
    this.#load = load
  }

  readonly read: ReadText = (rows, index, facts) => {
    let texts = this.#texts.get(rows)
    if (texts === undefined) this.#texts.set(rows, (texts = []))
    const known = texts[index]
    if (known !== undefined) return known
    const text = this.#read(rows, index, facts)
    if (++this.#textCount <= mostTexts) texts[index] = text
    return text
  }

  readonly #read: ReadText = (rows, index, { name }) => {
    const location = rows.sliceAt(index)
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
    if (this.#outdated.size > 0) this.#outdated = new Set()
    return names
  }

  close(): void {
    this.#slices.close()
    // Not cleared: a map that was is linked with what it held, which outlives the young by that.
    this.#kept = new Map()
    this.#texts = new Map()
    this.#textCount = 0
  }

  #record(name: string): ConversationRecord | undefined {
    if (!this.#kept.has(name)) {
      if (this.#kept.size >= mostKept) this.#kept = new Map()
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
