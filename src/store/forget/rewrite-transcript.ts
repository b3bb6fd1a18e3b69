import type { TranscriptEvent } from '../../conversation/event.ts'
import { encodeLine } from '../../conversation/line-codec.ts'
import { openForAppend } from '../../disk/append-durably.ts'
import { readLines } from '../../disk/lines.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { readTranscript } from '../read-transcript.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Puts another file in the place of a transcript, in which lines are changed. Whoever appends to it notices that it is
 * another file, and appends again what it wrote to the old one; what came into that at the last moment is taken along.
 *
 * @param change gives the line to put in the place of one; undefined leaves it
 * @param hides whether bytes that cannot be read hold what is to go
 * @returns how many lines were changed; the file is left alone when none was
 * @throws ChatCliError `storage`, `newer-version`, `conflict`
 */
export function rewriteTranscript(
  context: StoreContext,
  path: string,
  change: (event: TranscriptEvent) => TranscriptEvent | undefined,
  hides: (bytes: Uint8Array) => boolean,
): number {
  const { disk, randomHex } = context
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const fd = disk.openRead(path)
    try {
      const { size, ino } = disk.statOpen(fd)
      const { lines, changed } = changedLines(context, path, size, change, hides)
      if (changed === 0) return 0
      let isOvertaken = false
      try {
        writeDurably(disk, path, Buffer.concat(lines.flatMap((line) => [NEWLINE, line, NEWLINE])), {
          replace: true,
          randomName: () => randomHex(16),
          beforeSwap() {
            const now = disk.stat(path)
            isOvertaken = now?.ino !== ino || now.size !== size
            if (isOvertaken) throw new ChatCliError('conflict', `${path} was appended to`)
          },
        })
      } catch (error) {
        if (isOvertaken) continue
        throw error
      }
      takeAlong(
        context,
        path,
        [...readLines(disk, fd, { from: size })].flatMap(({ bytes }) => (bytes === undefined ? [] : [bytes])),
      )
      return changed
    } finally {
      disk.close(fd)
    }
  }
  throw new ChatCliError('conflict', `${path} is being appended to all the time`, {
    hint: 'Try again in a moment.',
  })
}

const MOST_TRIES = 20
const NEWLINE = Buffer.from('\n')

/** The lines of the new file; in a sealed home those that are new are sealed when they are written. */
function changedLines(
  { disk }: StoreContext,
  path: string,
  to: number,
  change: (event: TranscriptEvent) => TranscriptEvent | undefined,
  hides: (bytes: Uint8Array) => boolean,
): { readonly lines: readonly Uint8Array[]; readonly changed: number } {
  const lines: Uint8Array[] = []
  let changed = 0
  for (const item of readTranscript(disk, path, { to })) {
    if (item.kind === 'newer') {
      const text = `${path} has lines of a later program`
      throw new ChatCliError('newer-version', text, { hint: 'Update chatcli; nothing was changed.' })
    }
    if (item.kind === 'damage') {
      const { offset, length } = item.damage
      const bytes = length === 0 ? undefined : rawBytes(disk, path, offset, length)
      if (bytes === undefined) continue
      if (hides(bytes)) changed++
      else lines.push(bytes)
      continue
    }
    const { event, bytes } = item
    const other = event.w === 'go' ? undefined : change(event)
    if (other !== undefined) changed++
    // What stays, stays as it stands: sealed anew, it would not be the line before of the next one.
    lines.push(other === undefined ? Uint8Array.from(bytes) : Buffer.from(encodeLine(other)))
  }
  return { lines, changed }
}

function rawBytes(
  disk: StoreContext['disk'],
  path: string,
  offset: number,
  length: number,
): Uint8Array | undefined {
  const fd = disk.openRead(path)
  try {
    return [...readLines(disk, fd, { from: offset, to: offset + length })][0]?.bytes
  } finally {
    disk.close(fd)
  }
}

/** What was acknowledged in the old file while the new one took its place; a line that stands there twice counts once. */
function takeAlong({ disk }: StoreContext, path: string, lines: readonly Uint8Array[]): void {
  if (lines.length === 0) return
  const handle = openForAppend(disk, path)
  try {
    handle.append(Buffer.concat(lines.flatMap((line) => [NEWLINE, line, NEWLINE])))
  } catch (error) {
    throw toStorageError(error, 'append to', path)
  } finally {
    handle.close()
  }
}
