import { crc32 } from 'node:zlib'
import type { Arena } from '../arena.ts'
import { ownMemory } from '../arena.ts'
import { blockOverhead, blockSize, checkBlock } from './block.ts'
import { createBlockReader } from './block-reader.ts'
import type { BlockCache } from './block-cache.ts'
import type { ByteSource } from './byte-source.ts'
import type { Cursor } from './bytes.ts'
import { readVarint } from './bytes.ts'
import type { Dictionary, TermPlace } from './dictionary.ts'
import { openDictionary } from './dictionary.ts'
import type { SectionName, SegmentFooter } from './encode-segment.ts'
import { sectionNames, segmentFormat, segmentMagic, segmentName } from './encode-segment.ts'
import type { DecodedRows } from './message-rows.ts'
import { decodeRows } from './message-rows.ts'
import type { PartFacts, PartTable } from './part-facts.ts'
import { decodeFacts } from './part-facts.ts'
import type { EntryColumns, EntryMessages } from './postings.ts'
import { decodeEntries, decodeMessages } from './postings.ts'
import { toSegmentError } from './segment-trouble.ts'
import type { TermWalk } from './walk-terms.ts'
import { walkTerms } from './walk-terms.ts'

/** Reads one segment, block by block, as far as it is asked. Damage is a ChatCliError, see `segmentTroubleOf`. */
export interface SegmentReader {
  readonly name: string
  /** Mark of the analyzer that made its terms; older segments do not say. */
  readonly analyzer: string | undefined
  /** Facts of its parts; `table` has the same without an object for each. */
  readonly parts: readonly PartFacts[]
  readonly table: PartTable
  find(term: Uint8Array): TermPlace | undefined
  /** How many entries a term has at most, before the dead ones are left out. */
  entryCount(place: TermPlace): number
  /** Decodes the entries of a term, see `decodeEntries`. */
  entries(place: TermPlace, dead: Uint8Array | undefined, into: EntryColumns, from: number): number
  /** The messages of entry `index` of `columns`, which came from `place`. */
  messages(place: TermPlace, columns: EntryColumns, index: number): EntryMessages
  /** @param arena memory for what is decoded of them */
  rows(part: number, arena?: Arena): DecodedRows
  /** The same as they stand in the file. */
  rowBytes(part: number): Uint8Array
  /** Every term from `start` on in order of its bytes, which are valid until the next one is taken. */
  terms(
    start?: Uint8Array,
  ): Generator<{ readonly term: Uint8Array; readonly place: TermPlace }, void, undefined>
  /** See `Dictionary.near`. */
  near(start: Uint8Array, word: Uint8Array): string[]
  /** Everything it says of terms, read at once. */
  all(): { readonly walk: TermWalk; readonly postings: Uint8Array }
  /** Reads every byte; throws when anything is not what was written. */
  verify(): void
}

const tailBytes = 4096
const frame = 16

export function openSegment(name: string, source: ByteSource, cache: BlockCache): SegmentReader {
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw toSegmentError(error, name)
    }
  }
  const { footer, bytesBefore } = guarded(() => readFooter(source))
  const starts = {} as Record<SectionName, number>
  let end = 0
  for (const section of sectionNames) {
    starts[section] = end
    end += footer.sections[section]
  }
  const blocks = Math.ceil(end / blockSize)
  if (end + blocks * blockOverhead !== bytesBefore)
    throw toSegmentError(new RangeError('its sections are not as long as the file'), name)
  const reader = createBlockReader(source, end, cache)

  /** A place in a section, with at least `length` bytes from there; valid until the next call for any segment. */
  function at(section: SectionName, offset: number, length: number): Cursor {
    if (offset < 0 || offset + length > footer.sections[section])
      throw new RangeError(`a place behind the end of the ${section}`)
    return reader.at(starts[section] + offset, length, section !== 'postings')
  }

  /** A whole section, past the cache: what is read once must not push out what is asked for often. */
  function section(name: SectionName): Uint8Array {
    const first = Math.floor(starts[name] / blockSize)
    const last = Math.ceil((starts[name] + footer.sections[name]) / blockSize)
    const at = first * (blockSize + blockOverhead)
    const size = Math.min(last * blockSize, end) - first * blockSize + (last - first) * blockOverhead
    const sealed = source.read(at, size)
    const payload = new Uint8Array(size - (last - first) * blockOverhead)
    for (let number = first; number < last; number++) {
      const from = (number - first) * (blockSize + blockOverhead)
      const length = Math.min(blockSize + blockOverhead, size - from)
      checkBlock(number, sealed, from, length)
      payload.set(sealed.subarray(from, from + length - blockOverhead), (number - first) * blockSize)
    }
    const from = starts[name] - first * blockSize
    return payload.subarray(from, from + footer.sections[name])
  }

  let facts: readonly PartFacts[] | undefined
  let table: PartTable | undefined
  let dictionary: Dictionary | undefined
  let rowStarts: Float64Array | undefined

  function partTable(): PartTable {
    if (table === undefined) {
      const decoded = decodeFacts(section('facts'))
      if (decoded.count !== footer.parts) throw new RangeError('facts of another number of parts')
      table = decoded
    }
    return table
  }

  function partFacts(): readonly PartFacts[] {
    const all = partTable()
    return (facts ??= Array.from({ length: all.count }, (_, part) => all.facts(part)))
  }

  function terms(): Dictionary {
    dictionary ??= openDictionary(
      section('sparse'),
      footer.sections.dictionary,
      footer.parts,
      (offset, length) => at('dictionary', offset, length),
    )
    return dictionary
  }

  function startsOfRows(): Float64Array {
    if (rowStarts === undefined) {
      const cursor: Cursor = { bytes: section('rowLengths'), at: 0 }
      rowStarts = new Float64Array(footer.parts + 1)
      for (let part = 0; part < footer.parts; part++)
        rowStarts[part + 1] = (rowStarts[part] ?? 0) + readVarint(cursor)
    }
    return rowStarts
  }

  function rowsLength(part: number): number {
    const offsets = startsOfRows()
    return (offsets[part + 1] ?? 0) - (offsets[part] ?? 0)
  }

  function rowsAt(part: number): Cursor {
    return at('rows', startsOfRows()[part] ?? 0, rowsLength(part))
  }

  function messagesIn(part: number): number {
    return part < footer.parts ? partTable().number(part, 'messages') : 0
  }

  return {
    name,
    analyzer: footer.analyzer,
    get parts() {
      return guarded(partFacts)
    },
    get table() {
      return guarded(partTable)
    },
    find: (term) => guarded(() => terms().find(term)),
    entryCount: (place) => (place.kind === 'single' ? 1 : place.entries),
    entries: (place, dead, into, from) =>
      guarded(() => {
        if (place.kind === 'single') {
          if (dead?.[place.part] === 1) return from
          into.parts[from] = place.part
          into.frequencies[from] = 1
          into.messages[from] = 1
          into.titles[from] = 0
          into.places[from] = place.ordinal
          into.inline[from] = 1
          return from + 1
        }
        const { offset, sessionBytes, entries } = place
        const cursor = at('postings', offset, sessionBytes)
        return decodeEntries(cursor, sessionBytes, entries, footer.parts, dead, into, from)
      }),
    messages: (place, columns, index) =>
      guarded(() => {
        const start = columns.places[index] ?? 0
        const count = columns.messages[index] ?? 0
        const most = messagesIn(columns.parts[index] ?? 0)
        if (columns.inline[index] === 1) {
          if (start >= most) throw new RangeError('a posting of a message that is not here')
          return { ordinals: [start], frequencies: [1] }
        }
        if (place.kind === 'single' || start > place.messageBytes)
          throw new RangeError('a posting that is not in its stream')
        // Ten bytes are the most that one message takes.
        const length = Math.min(place.messageBytes - start, count * 10)
        const cursor = at('postings', place.offset + place.sessionBytes + start, length)
        return decodeMessages(cursor, length, count, most)
      }),
    rowBytes: (part) =>
      guarded(() => {
        const { bytes, at } = rowsAt(part)
        return bytes.slice(at, at + rowsLength(part))
      }),
    rows: (part, arena = ownMemory) =>
      guarded(() => {
        // Rows are kept longer than the block they stand in.
        const own = arena.bytes(rowsLength(part))
        const { bytes, at } = rowsAt(part)
        own.set(bytes.subarray(at, at + own.length))
        return decodeRows(own, messagesIn(part), guarded, arena)
      }),
    *terms(start = new Uint8Array()) {
      try {
        yield* terms().from(start)
      } catch (error) {
        throw toSegmentError(error, name)
      }
    },
    near: (start, word) => guarded(() => terms().near(start, word)),
    all: () =>
      guarded(() => {
        const walk = walkTerms(section('dictionary'), footer.terms, footer.parts)
        return { walk, postings: section('postings') }
      }),
    verify: () =>
      guarded(() => {
        const bytes = source.read(0, source.size)
        if (segmentName(bytes) !== name) throw new RangeError('its content does not match its name')
        for (let number = 0; number < blocks; number++) {
          const at = number * (blockSize + blockOverhead)
          const length = Math.min(blockSize, end - number * blockSize) + blockOverhead
          checkBlock(number, bytes, at, length)
        }
      }),
  }
}

function readFooter(source: ByteSource): { readonly footer: SegmentFooter; readonly bytesBefore: number } {
  const { size } = source
  const start = Math.max(0, size - tailBytes)
  const tail = Buffer.from(source.read(start, size - start))
  if (tail.length < frame || tail.toString('latin1', tail.length - 8) !== segmentMagic)
    throw new RangeError('it has no end')
  const length = tail.readUInt32LE(tail.length - frame)
  const json = tail.subarray(Math.max(0, tail.length - frame - length), tail.length - frame)
  if (json.length !== length || crc32(json) !== tail.readUInt32LE(tail.length - frame + 4))
    throw new RangeError('the checksum of its end does not match')
  const footer = parseFooter(json.toString())
  return { footer, bytesBefore: size - frame - length }
}

function parseFooter(text: string): SegmentFooter {
  let footer: Partial<SegmentFooter> | null
  try {
    footer = JSON.parse(text) as Partial<SegmentFooter> | null
  } catch {
    footer = null
  }
  const { format, sections, parts, terms } = footer ?? {}
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
  const isWhole =
    format === segmentFormat &&
    sections !== undefined &&
    sectionNames.every((name) => isCount(sections[name])) &&
    isCount(parts) &&
    isCount(terms)
  if (!isWhole) throw new RangeError('its end says nothing that can be read')
  return footer as SegmentFooter
}
