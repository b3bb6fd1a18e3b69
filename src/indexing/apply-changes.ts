import type { ConversationRecord } from '../conversation/record.ts'
import { ChatCliError } from '../errors.ts'
import type { EncodedSegment } from '../search/segments/encode-segment.ts'
import type { IndexedRecord } from '../search/segments/manifest.ts'
import { searchableMessage } from '../search/searchable-message.ts'
import { segmentBuilders, segmentText } from '../search/segments/segment-builder.ts'
import type { SegmentReader } from '../search/segments/segment-reader.ts'
import type { RecordStamp } from '../store/record-stamps.ts'
import type { IndexState, PlacedPart, StateSegment } from './index-state.ts'
import { freshSegment, partsByName, withoutParts, withRecords } from './index-state.ts'
import { planUpdate } from './plan-update.ts'

/** A record to look at, or one that is gone. */
export type RecordChange =
  | { readonly name: string; readonly stamp: RecordStamp }
  | { readonly name: string; readonly stamp: undefined }

export interface ApplyTools {
  /** @throws as `loadConversation` */
  readonly load: (stamp: RecordStamp) => ConversationRecord
  readonly open: (encoded: EncodedSegment) => SegmentReader
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Stop behind this much text, in UTF-16 code units; the rest stays pending. */
  readonly textLimit?: number
  /** Text of a segment, above which a new one is begun: less of it takes less memory. UTF-16 code units. */
  readonly segment?: number | undefined
  /** Asked before each record: true leaves the rest pending. */
  readonly isEnough?: () => boolean
  /** Called with each finished segment in place; what it returns is gone on with. */
  readonly onSegment?: ((state: IndexState) => IndexState) | undefined
  readonly onRecord?: (done: number, text: number) => void
}

/** A file changed less than this ago may change again without showing it. */
const settledMs = 2000

/** The state after these changes. What cannot be read is named in its records. */
export function applyChanges(
  start: IndexState,
  changes: readonly RecordChange[],
  tools: ApplyTools,
): IndexState {
  const steps = changeSteps(start, changes, tools)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same in steps of one record, between which others may have a turn. */
export function* changeSteps(
  start: IndexState,
  changes: readonly RecordChange[],
  tools: ApplyTools,
): Generator<undefined, IndexState, undefined> {
  const { now, textLimit = Infinity, segment = segmentText, isEnough = () => false } = tools
  let state = start
  const parts = partsByName(start.segments)
  const records = new Map(start.records())
  const nextBuilder = segmentBuilders(segment)
  let builder = nextBuilder()
  let text = 0
  let dropped: PlacedPart[] = []
  const gone = new Set<string>()
  let done = 0

  /** Brings what was collected into the state. */
  const settle = (): void => {
    let segments: readonly StateSegment[] = withoutParts(state.segments, dropped)
    if (gone.size > 0)
      segments = segments.map((segment) => (holdsAny(segment, gone) ? forgetful(segment) : segment))
    dropped = []
    if (builder.parts > 0) {
      const encoded = builder.finish()
      segments = [...segments, freshSegment(encoded, tools.open(encoded))]
      builder = nextBuilder()
    }
    const left = changes.slice(done).filter(({ name }) => !records.has(name))
    state = { ...withRecords(state, new Map(records)), segments, pending: left.length }
  }
  const flush = (): void => {
    settle()
    if (tools.onSegment !== undefined) state = tools.onSegment(state)
  }

  for (const { name, stamp } of changes) {
    if (text > textLimit || isEnough()) break
    const old = parts.get(name) ?? []
    if (stamp === undefined) {
      dropped.push(...old)
      gone.add(name)
      records.delete(name)
    } else {
      const loaded = readRecord(stamp, tools)
      const row = rowOf(stamp, now())
      if ('reason' in loaded) {
        if (!loaded.isTransient) dropped.push(...old)
        const messages = loaded.isTransient ? messagesIn(old) : 0
        records.set(name, {
          ...row,
          messages,
          reason: loaded.reason,
          ...(loaded.isTransient ? { stamp: '~' } : {}),
        })
      } else {
        const plan = planUpdate(loaded.record, old)
        if (plan !== 'same') {
          dropped.push(...plan.drop)
          const before = builder.text
          let rest = builder.add(loaded.record, plan.from)
          text += builder.text - before
          while (rest !== undefined) {
            flush()
            rest = builder.add(loaded.record, rest)
            text += builder.text
          }
        }
        records.set(name, { ...row, messages: searchableIn(loaded.record) })
      }
    }
    done++
    tools.onRecord?.(done, text)
    if (builder.text > segment) flush()
    yield undefined
  }
  settle()
  return state
}

function readRecord(
  stamp: RecordStamp,
  { load }: ApplyTools,
): { readonly record: ConversationRecord } | { readonly reason: string; readonly isTransient: boolean } {
  if (stamp.reason !== undefined) return { reason: stamp.reason, isTransient: false }
  for (let tries = 1; ; tries++) {
    try {
      return { record: load(stamp) }
    } catch (error) {
      const isTransient = !(error instanceof ChatCliError) || error.code === 'storage'
      const reason = error instanceof Error ? error.message : String(error)
      if (!isTransient || tries === 2) return { reason, isTransient }
    }
  }
}

function rowOf(
  { name, stamp, changedAt, transcriptId }: RecordStamp,
  now: number,
): Omit<IndexedRecord, 'messages'> {
  const isSettled = changedAt < now - settledMs
  return { name, stamp: isSettled ? stamp : `${stamp}~`, transcriptId }
}

/** Earlier versions of a session count too: they are deleted parts by now. */
function holdsAny({ reader }: StateSegment, names: ReadonlySet<string>): boolean {
  return reader.parts.some(({ name }) => names.has(name))
}

function forgetful(segment: StateSegment): StateSegment {
  return { ...segment, forget: true }
}

function searchableIn({ messages }: ConversationRecord): number {
  return messages.filter((entry) => searchableMessage(entry, true)).length
}

function messagesIn(parts: readonly PlacedPart[]): number {
  return parts.reduce((sum, { facts }) => sum + facts.messages, 0)
}
