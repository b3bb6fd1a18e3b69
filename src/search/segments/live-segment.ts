import type { SegmentReader } from './segment-reader.ts'

/** A segment and the parts of it that do not count any more. */
export interface LiveSegment {
  readonly reader: SegmentReader
  /** Numbers of parts, ascending. */
  readonly deleted: readonly number[]
}
