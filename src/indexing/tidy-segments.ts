import type { EncodedSegment } from '../search/segments/encode-segment.ts'
import { mergeSegments } from '../search/segments/merge-segments.ts'
import { segmentText } from '../search/segments/segment-builder.ts'
import type { SegmentReader } from '../search/segments/segment-reader.ts'
import type { IndexState, StateSegment } from './index-state.ts'
import { freshSegment, liveText } from './index-state.ts'

export interface TidyOptions {
  readonly open: (encoded: EncodedSegment) => SegmentReader
  /** The most text that is written anew, UTF-16 code units. */
  readonly textLimit: number
  /** Words of sessions that are gone must go, whatever that takes. */
  readonly forgetAll?: boolean
}

/** So many segments of a size become one of the next size. */
const perTier = 8
const firstTier = 2 ** 17

/**
 * Writes segments anew: those that hold words of sessions that are gone, those that are more than half deleted, and
 * many small ones as one. Answers do not change.
 */
export function tidySegments(
  state: IndexState,
  { open, textLimit, forgetAll = false }: TidyOptions,
): IndexState {
  let segments = state.segments.filter(({ reader, deleted }) => deleted.length < reader.parts.length)
  let left = textLimit
  const rewrite = (group: readonly StateSegment[]): void => {
    const encoded = mergeSegments(group)
    const merged = encoded === undefined ? [] : [freshSegment(encoded, open(encoded))]
    const first = group[0]
    segments = segments.flatMap((segment) =>
      segment === first ? merged : group.includes(segment) ? [] : [segment],
    )
    left -= textOf(group)
  }
  for (const segment of segments)
    if (segment.forget && (forgetAll || liveText(segment) <= left)) rewrite([segment])
  for (const segment of segments) {
    const text = liveText(segment)
    if (text < segment.text / 2 && text <= left) rewrite([segment])
  }
  for (
    let group = nextGroup(segments);
    group !== undefined && textOf(group) <= left;
    group = nextGroup(segments)
  )
    rewrite(group)
  const isSame =
    segments.length === state.segments.length && segments.every((one, i) => one === state.segments[i])
  return isSame ? state : { ...state, segments }
}

function textOf(group: readonly StateSegment[]): number {
  return group.reduce((sum, segment) => sum + liveText(segment), 0)
}

/** The first segments of the smallest size of which there are too many. */
function nextGroup(segments: readonly StateSegment[]): readonly StateSegment[] | undefined {
  const tiers = new Map<number, StateSegment[]>()
  for (const segment of segments) {
    const text = liveText(segment)
    if (text > segmentText / 2) continue
    const tier = Math.max(0, Math.ceil(Math.log(text / firstTier) / Math.log(perTier)))
    const tierSegments = tiers.get(tier) ?? []
    if (tierSegments.length === 0) tiers.set(tier, tierSegments)
    tierSegments.push(segment)
  }
  for (const [, group] of [...tiers].sort(([a], [b]) => a - b)) {
    if (group.length < perTier) continue
    let text = 0
    const fitting = group.slice(0, perTier).filter((segment) => (text += liveText(segment)) <= segmentText)
    if (fitting.length > 1) return fitting
  }
  return undefined
}
