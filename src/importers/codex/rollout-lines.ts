import type { FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import type { ImportMachine, SkipReason } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { jsonOf } from '../shared/json-value.ts'
import { timeOf } from '../shared/time-of.ts'
import { zstdJsonLines } from '../shared/zstd-lines.ts'

/** A line of a rollout in the shape of the present versions, whatever version wrote it. */
export interface RolloutLine {
  readonly type: string
  readonly payload: Fields
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly ordinal: number | undefined
  readonly offset: number
  readonly cutBytes: number
}

/** A line that cannot be read. */
export interface RolloutProblem {
  readonly problem: SkipReason
  readonly offset: number
  readonly detail?: string
}

/** Files of the first versions are one JSON value. */
const MOST_JSON = 256 * 2 ** 20

/** The lines of a rollout: JSONL, packed or not, or the single value of the first versions. */
export async function* rolloutLines(
  machine: ImportMachine,
  fd: FileDescriptor,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<RolloutLine | RolloutProblem, void, undefined> {
  const { disk } = machine
  if (path.endsWith('.json')) {
    yield* firstVersion(disk.statOpen(fd).size, (size) => readOpenRange(disk, fd, 0, size))
    return
  }
  const lines = path.endsWith('.zst')
    ? zstdJsonLines(disk, fd, signal)
    : jsonLines(disk, fd, { now: machine.now(), signal })
  for await (const { fields, problem, offset, cutBytes } of lines)
    yield fields === undefined ? { problem: problem ?? 'damaged', offset } : lineOf(fields, offset, cutBytes)
}

function lineOf(fields: Fields, offset: number, cutBytes: number): RolloutLine {
  const { type, payload, ordinal } = fields
  const common = { offset, cutBytes }
  if (isFields(payload) && typeof type === 'string') {
    const number = typeof ordinal === 'number' ? ordinal : undefined
    return { ...common, type, payload, at: timeOf(fields['timestamp']), ordinal: number }
  }
  const bare = { ...common, payload: fields, at: undefined, ordinal: undefined }
  if (fields['record_type'] !== undefined) return { ...bare, type: 'world_state' }
  if (type === undefined && textOf(fields['id']) !== undefined) return { ...bare, type: 'session_meta' }
  return { ...bare, type: typeof type === 'string' ? 'response_item' : '' }
}

function* firstVersion(
  size: number,
  read: (size: number) => Uint8Array,
): Generator<RolloutLine | RolloutProblem, void, undefined> {
  if (size > MOST_JSON) {
    yield { problem: 'unreadable', offset: 0, detail: 'it is too long' }
    return
  }
  let whole: Fields
  try {
    whole = fieldsOf(jsonOf(read(size)))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    yield { problem: 'damaged', offset: 0 }
    return
  }
  const common = { at: undefined, ordinal: undefined, offset: 0, cutBytes: 0 }
  yield { ...common, type: 'session_meta', payload: fieldsOf(whole['session']) }
  for (const item of listOf(whole['items']))
    if (isFields(item)) yield { ...common, type: 'response_item', payload: item }
}
