import type { Entry } from '../conversation/entry-list.ts'
import { ConversationFold } from '../conversation/fold.ts'
import type { Place } from '../conversation/record-places.ts'
import type { Damage } from '../conversation/record.ts'
import type { Disk } from '../disk/disk.ts'
import { type KeepMessage, lighter } from './lighter.ts'
import { readTranscript } from './read-transcript.ts'

/** A transcript folded so far, and where the fold stands in its file. */
export interface FoldedTranscript {
  readonly fold: ConversationFold
  /** Byte offset behind the last line folded, 0 at the start. */
  readonly offset: number
  /** The eight hex digits that end the last line. */
  readonly crc: string
  readonly damage: readonly Damage[]
  readonly places: readonly Place[]
  /** Turns that ended behind the offset asked for. */
  readonly turnsSince: number
  /** The highest line version met, when it is higher than ours: the transcript is read-only then. */
  readonly newerVersion: number | undefined
}

export interface FoldTranscriptOptions {
  /** Continue this fold, behind this offset. */
  readonly from?: { readonly offset: number; readonly fold: ConversationFold }
  readonly to?: number
  /** Count the turns that ended behind this offset. */
  readonly since?: number
  /** Files with lines that could not go to the transcript itself. */
  readonly sideFiles?: readonly string[]
  /** Told of every message that has a line of its own, and where that is. */
  readonly onMessage?: (entry: Entry, file: string, offset: number, bytes: Uint8Array) => void
  /** What is kept of a message, of the line given. */
  readonly keep?: KeepMessage
}

/** Folds a transcript file and its side files; lines that stand in both count once. */
export function foldTranscript(
  disk: Disk,
  path: string,
  options: FoldTranscriptOptions = {},
): FoldedTranscript {
  const { from, to, since = Infinity, sideFiles = [], onMessage, keep } = options
  const fold = from?.fold ?? new ConversationFold()
  const damage: Damage[] = []
  const places: Place[] = []
  let offset = from?.offset ?? 0
  let crc = ''
  let turnsSince = 0
  let newerVersion: number | undefined
  for (const file of [path, ...sideFiles]) {
    const range = file === path ? { from: offset, ...(to === undefined ? {} : { to }) } : {}
    for (const item of readTranscript(disk, file, range)) {
      if (item.kind === 'newer') newerVersion = Math.max(newerVersion ?? 0, item.version)
      else if (item.kind === 'damage') {
        damage.push(item.damage)
        const { ref, m } = item
        places.push({ kind: 'damage', ...(ref && { ref }), ...(m === undefined ? {} : { m }) })
      } else {
        const { bytes, offset: start, end } = item
        const event = keep === undefined ? item.event : lighter(item, file, keep)
        const before = fold.record.length
        if (end > since && event.kind === 'mark' && event.mark === 'turn-end') turnsSince++
        const isNew = !fold.has([event.w, event.n])
        fold.apply(event)
        if (isNew && event.kind === 'message' && event.w !== 'go')
          places.push({ kind: 'counted', w: event.w, m: event.m })
        if (isNew && event.kind === 'forgotten' && event.m !== undefined)
          places.push({ kind: 'counted', w: event.w, m: event.m }, { kind: 'forgotten' })
        for (const entry of fold.record.slice(before)) {
          places.push({ kind: 'entry', entry })
          if (event.kind === 'message') onMessage?.(entry, file, start, bytes)
        }
        if (file === path) {
          offset = end
          crc = Buffer.from(bytes).toString('latin1', bytes.length - 10, bytes.length - 2)
        }
      }
    }
  }
  return { fold, offset, crc, damage, places, turnsSince, newerVersion }
}
