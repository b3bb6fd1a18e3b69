import { errorCode } from '../../disk/error-code.ts'
import { ChatCliError } from '../../errors.ts'

/** What is wrong with a segment: its bytes are not what was written, or its file is gone (merged, rebuilt). */
export interface SegmentTrouble {
  readonly segment: string
  readonly kind: 'damaged' | 'gone'
}

const troubles = new WeakMap<Error, SegmentTrouble>()

/** The error for whatever was thrown while a segment was read; errors of the disk other than a missing file stay. */
export function toSegmentError(error: unknown, segment: string): unknown {
  if (error instanceof ChatCliError) return error
  const isGone = errorCode(error) === 'ENOENT'
  if (!isGone && !(error instanceof RangeError)) return error
  const why = isGone ? 'it is gone' : (error as Error).message
  const hint = 'The sessions in it are indexed again by themselves; or run: chatcli index rebuild'
  const said = new ChatCliError('damaged', `The search index is damaged in ${segment}: ${why}`, {
    hint,
    cause: error,
  })
  troubles.set(said, { segment, kind: isGone ? 'gone' : 'damaged' })
  return said
}

/** Which segment an error came from, if it came from one. */
export function segmentTroubleOf(error: unknown): SegmentTrouble | undefined {
  return error instanceof Error ? troubles.get(error) : undefined
}
