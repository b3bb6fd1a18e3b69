import type { LineRef, TranscriptEvent } from '../conversation/event.ts'
import { decodeLine } from '../conversation/line-codec.ts'
import { type ChainedLine, LineChain } from './sealed/line-chain.ts'
import { messageHash } from '../conversation/message-hash.ts'
import { messageProblem } from '../conversation/message-shape.ts'
import type { Message } from '../conversation/message.ts'
import type { Damage } from '../conversation/record.ts'
import type { Disk, FileDescriptor } from '../disk/disk.ts'
import { readLines } from '../disk/lines.ts'
import { recoverObjects } from '../disk/recover-objects.ts'
import { toStorageError } from '../disk/storage-error.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'

/** One thing found in a transcript, in file order. */
export type TranscriptItem =
  | {
      readonly kind: 'event'
      readonly event: TranscriptEvent
      /** The line, and where it begins. */
      readonly bytes: Uint8Array
      readonly offset: number
      readonly end: number
    }
  | { readonly kind: 'damage'; readonly damage: Damage; readonly ref?: LineRef; readonly m?: number }
  | { readonly kind: 'newer'; readonly version: number }

export interface ReadTranscriptOptions {
  /** Byte offsets; `from` must be the start of a line. */
  readonly from?: number
  readonly to?: number
}

/**
 * Everything that can be read of a transcript file. Reading is lenient: what cannot be read is reported where it stands
 * and hides nothing else. `end` is the offset behind the line.
 *
 * @throws ChatCliError `storage` when the file cannot be opened; the disk's own errors
 */
export function* readTranscript(
  disk: Disk,
  path: string,
  options: ReadTranscriptOptions = {},
): Generator<TranscriptItem, void, undefined> {
  const fd = openRead(disk, path)
  try {
    const chain =
      disk.seal?.isActive() !== true ? undefined : new LineChain(disk, fd, path, options.from ?? 0)
    for (const line of readLines(disk, fd, options)) {
      const { offset, length } = line
      const end = offset + length + (line.terminated ? 1 : 0)
      if (line.bytes === undefined) {
        const reason = 'the line is too long to be one of ours'
        yield { kind: 'damage', damage: { file: path, offset, length, reason } }
      } else {
        yield* readLine({ path, chain }, line.bytes, offset, end)
      }
    }
  } finally {
    disk.close(fd)
  }
}

function openRead(disk: Disk, path: string): FileDescriptor {
  try {
    return disk.openRead(path)
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
}

interface TranscriptFile {
  readonly path: string
  readonly chain: LineChain | undefined
}

function* readLine(
  file: TranscriptFile,
  bytes: Uint8Array,
  offset: number,
  end: number,
): Generator<TranscriptItem> {
  const { path, chain } = file
  const { line, missing, ref: sealedAs }: ChainedLine = chain?.decode(bytes) ?? { line: decodeLine(bytes) }
  if (missing !== undefined)
    yield { kind: 'damage', damage: { file: path, offset, length: 0, reason: missing } }
  if (line.status === 'event') yield { kind: 'event', event: line.event, bytes, offset, end }
  else if (line.status === 'newer') yield { kind: 'newer', version: line.version }
  else if (line.status === 'foreign') yield* foreignLine(path, line.value, bytes, offset, end, sealedAs?.[1])
  else {
    const { objects, fragments } = recoverObjects(bytes)
    const pieces = objects.map(({ start, end: stop }) => bytes.subarray(start, stop))
    const found = pieces.map((piece) => chain?.decode(piece).line ?? decodeLine(piece))
    // What a torn line says of itself is true of its first bytes only.
    const { ref, m } = line
    const damage = { file: path, offset, length: bytes.length, reason: line.reason }
    const isWhole = found.length > 0 && found.every(({ status }) => status === 'event')
    if (!isWhole || fragments.length > 0)
      yield { kind: 'damage', damage, ...(ref && { ref }), ...(m === undefined ? {} : { m }) }
    for (const [i, piece] of found.entries()) {
      if (piece.status !== 'event') continue
      const place = { bytes: pieces[i] ?? bytes, offset: offset + (objects[i]?.start ?? 0), end }
      yield { kind: 'event', event: piece.event, ...place }
    }
  }
}

/**
 * Lines of the Go program are `{ts, kind: "msg", message}`; its rewrites change nothing here.
 *
 * @param n where the line stood before it was sealed
 */
function* foreignLine(
  path: string,
  value: Readonly<Record<string, unknown>>,
  bytes: Uint8Array,
  offset: number,
  end: number,
  n: number = offset,
): Generator<TranscriptItem> {
  const { kind, ts, message } = value
  if (kind === 'msg' && messageProblem(message) === undefined) {
    const said = message as Message
    const at = typeof ts === 'string' && !Number.isNaN(Date.parse(ts)) ? new Date(ts).toISOString() : EPOCH
    const id = `go-${n}`
    const event = { kind: 'message', m: 0, id, hash: messageHash(said), message: said } as const
    yield { kind: 'event', event: { v: 1, w: 'go', n, at, turn: id, ...event }, bytes, offset, end }
  } else if (!(kind === 'rewrite' && Array.isArray(value['hashes']))) {
    const reason = 'another program wrote it'
    yield { kind: 'damage', damage: { file: path, offset, length: bytes.length, reason } }
  }
}
