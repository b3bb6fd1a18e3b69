import { basename, dirname, join } from 'node:path'
import { openForAppend } from '../disk/append-durably.ts'
import type { Disk, FileStat } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { isSameFile } from '../disk/is-same-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { wholeLinesFrom } from '../disk/whole-lines.ts'
import { ChatCliError } from '../errors.ts'
import { readTranscript } from './read-transcript.ts'
import { parseReplacedName } from './replaced-name.ts'
import { nameIn } from './sealed/line-seal.ts'

export interface ReplacementDisks {
  /** What is written to. */
  readonly disk: Disk
  /** What opens sealed lines; the same where that needs no other. */
  readonly reader: Disk
}

export interface FinishReplacementOptions {
  /** A line as it is to stand in the new file; as it is when not given. */
  readonly late?: (line: Uint8Array) => Uint8Array
  /** The caller knows that the swap took place, so that nobody has to look. */
  readonly isSwapped?: boolean
}

const mostTries = 20
const newline = Buffer.from('\n')

/**
 * Brings what was acknowledged in a file that was replaced to its transcript, and removes the file. Anybody may do so, at any
 * time, several at once: a line that comes twice counts once. It stays as long as it is not replaced yet, and when its
 * transcript is not there.
 *
 * @param path of a name that {@link parseReplacedName} knows
 * @returns whether it is gone
 * @throws ChatCliError `storage`, `key`; then it is still there, and everybody reads it
 */
export function finishReplacement(
  { disk, reader }: ReplacementDisks,
  path: string,
  { late = (line) => line, isSwapped = false }: FinishReplacementOptions = {},
): boolean {
  const name = parseReplacedName(path)
  if (name === undefined) return false
  const old = disk.stat(path)
  if (old === undefined) return true
  if (disk.stat(name.transcript) === undefined) return false
  if (!isSwapped && isInPlace(disk, path, name.transcript, old)) return false
  const lines = linesIn(disk, path, name.from)
  if (lines.length > 0) bringOver({ disk, reader }, name.transcript, lines, late)
  try {
    disk.unlink(path)
    disk.syncFolder(dirname(path))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'remove', path)
  }
  return true
}

/** Whether the file still has its own name too, so that what comes to it comes to the right place. */
function isInPlace(disk: Disk, path: string, transcript: string, old: FileStat): boolean {
  const folder = dirname(path)
  const stem = basename(transcript).slice(0, -'jsonl'.length)
  return disk
    .list(folder)
    .filter((file) => file.startsWith(stem) && file.endsWith('.jsonl'))
    .map((file) => join(folder, file))
    .filter((file) => parseReplacedName(file) === undefined)
    .some((file) => isSameFile(disk.stat(file), old))
}

function linesIn(disk: Disk, path: string, from: number): readonly Uint8Array[] {
  const fd = disk.openRead(path)
  try {
    return [...wholeLinesFrom(disk, fd, from)]
  } finally {
    disk.close(fd)
  }
}

function bringOver(
  { disk, reader }: ReplacementDisks,
  transcript: string,
  lines: readonly Uint8Array[],
  late: (line: Uint8Array) => Uint8Array,
): void {
  const made = lines.map((line) => ({ key: keyOf(line), line: Uint8Array.from(late(line)) }))
  for (let tries = 0; tries < mostTries; tries++) {
    // Opened before it is looked into: what is found there is synced with what is added, under the same name.
    const handle = openForAppend(disk, transcript)
    try {
      const there = linesThere(reader, transcript)
      const missing = made.filter(({ key, line }) => !there.has(key) && !there.has(bytesKey(line)))
      const parts = missing.flatMap(({ line }) => [line, newline])
      if (handle.append(Buffer.concat([newline, ...parts])).status === 'acknowledged') return
    } finally {
      handle.close()
    }
  }
  const text = `${transcript} is being replaced again and again`
  throw new ChatCliError('conflict', text, { hint: 'Try again in a moment.' })
}

/** What can be read of a transcript, by writer and number, and all of it by its bytes. */
function linesThere(reader: Disk, transcript: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const item of readTranscript(reader, transcript)) {
    if (item.kind !== 'event') continue
    const { w, n } = item.event
    found.add(w === 'go' ? bytesKey(item.bytes) : `${w} ${n}`)
  }
  return found
}

/** Lines of other programs have no name. */
function keyOf(line: Uint8Array): string {
  const named = nameIn(line)
  return named === undefined || named.w === 'go' ? bytesKey(line) : `${named.w} ${named.n}`
}

function bytesKey(line: Uint8Array): string {
  return `bytes ${Buffer.from(line).toString('latin1')}`
}
