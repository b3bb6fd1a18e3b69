import type { EncodedSegment } from '../search/segments/encode-segment.ts'
import type { IndexedRecord, Manifest, ManifestSegment } from '../search/segments/manifest.ts'
import type { PartFacts } from '../search/segments/part-facts.ts'
import { segmentTroubleOf } from '../search/segments/segment-trouble.ts'
import type { SegmentReader } from '../search/segments/segment-reader.ts'

export interface StateSegment extends ManifestSegment {
  readonly reader: SegmentReader
  /** Its bytes while it is in no file. */
  readonly unsaved?: EncodedSegment | undefined
}

/** An index at one moment: what a manifest says, and what this process knows beyond it. Never changed in place. */
export interface IndexState {
  readonly segments: readonly StateSegment[]
  /** What is known of each record; read from the disk when first asked for. */
  readonly records: () => ReadonlyMap<string, IndexedRecord>
  readonly known: number
  readonly unreadable: Manifest['unreadable']
  readonly log: Manifest['log']
  readonly sweptAt: number
  /** Records that are not in the index yet. */
  readonly pending: number
}

const noRecords: ReadonlyMap<string, IndexedRecord> = new Map()

export const emptyState: IndexState = {
  segments: [],
  records: () => noRecords,
  known: 0,
  unreadable: [],
  log: { ino: 0, offset: 0 },
  sweptAt: 0,
  pending: 0,
}

/** A part that counts, and where it is. */
export interface PlacedPart {
  readonly segment: string
  readonly part: number
  readonly facts: PartFacts
}

/** The parts of each record, in the order of the record, removed messages last. */
export function partsByName(segments: readonly StateSegment[]): Map<string, PlacedPart[]> {
  const byName = new Map<string, PlacedPart[]>()
  for (const { name, reader, deleted } of segments) {
    const dead = new Set(deleted)
    for (const [part, facts] of reader.parts.entries()) {
      if (dead.has(part)) continue
      const placed = { segment: name, part, facts }
      const known = byName.get(facts.name)
      if (known === undefined) byName.set(facts.name, [placed])
      else {
        known.push(placed)
        known.sort(
          (a, b) => Number(a.facts.removed) - Number(b.facts.removed) || a.facts.first - b.facts.first,
        )
      }
    }
  }
  return byName
}

/** The segments without these parts. */
export function withoutParts(
  segments: readonly StateSegment[],
  parts: readonly Pick<PlacedPart, 'segment' | 'part'>[],
): readonly StateSegment[] {
  if (parts.length === 0) return segments
  const bySegment = new Map<string, number[]>()
  for (const { segment, part } of parts) {
    const known = bySegment.get(segment)
    if (known === undefined) bySegment.set(segment, [part])
    else known.push(part)
  }
  return segments.map((segment) => {
    const gone = bySegment.get(segment.name)
    if (gone === undefined) return segment
    const deleted = [...new Set([...segment.deleted, ...gone])].sort((a, b) => a - b)
    return { ...segment, deleted }
  })
}

/** A segment that was just made. */
export function freshSegment(encoded: EncodedSegment, reader: SegmentReader): StateSegment {
  return { ...savedSegment(encoded.name, encoded.bytes.length, reader), unsaved: encoded }
}

/** A segment in a file, all of whose parts count. */
export function savedSegment(name: string, bytes: number, reader: SegmentReader): StateSegment {
  const { parts } = reader
  return {
    name,
    bytes,
    deleted: [],
    messages: parts.reduce((sum, { messages }) => sum + messages, 0),
    text: parts.reduce((sum, { text }) => sum + text, 0),
    forget: false,
    reader,
  }
}

/** Text in the parts that still count, UTF-16 code units. */
export function liveText({ reader, deleted, text }: StateSegment): number {
  return deleted.reduce((left, part) => left - (reader.parts[part]?.text ?? 0), text)
}

/** The state with other records. */
export function withRecords(state: IndexState, records: ReadonlyMap<string, IndexedRecord>): IndexState {
  const unreadable = [...records.values()].flatMap(({ name, reason }) =>
    reason === undefined ? [] : [{ name, reason }],
  )
  return { ...state, records: () => records, known: records.size, unreadable }
}

/**
 * The state without a segment that cannot be read: the records it held are unknown again, so that a look at every file
 * finds them changed.
 */
export function withoutSegment(state: IndexState, name: string): IndexState {
  const segments = state.segments.filter((segment) => segment.name !== name)
  let parts: ReadonlyMap<string, readonly PlacedPart[]>
  try {
    parts = partsByName(segments)
  } catch (error) {
    // Damage seldom comes alone.
    const other = segmentTroubleOf(error)
    if (other === undefined) throw error
    return withoutSegment({ ...state, segments }, other.segment)
  }
  const records = new Map(state.records())
  for (const [record, { messages, reason }] of records) {
    const held = parts.get(record)
    const found = held?.reduce((sum, { facts }) => sum + facts.messages, 0)
    if (reason === undefined && found !== messages) records.delete(record)
  }
  return { ...withRecords(state, records), segments, sweptAt: 0 }
}
