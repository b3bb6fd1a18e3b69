import type { TranscriptEvent } from '../../conversation/event.ts'
import { decodeLine, encodeLine } from '../../conversation/line-codec.ts'
import { readLines } from '../../disk/lines.ts'
import { ChatCliError } from '../../errors.ts'
import { readTranscript } from '../read-transcript.ts'
import { replaceTranscript } from '../replace-transcript.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Puts another file in the place of a transcript, in which lines are changed; what is appended meanwhile is taken along.
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
  let changed = 0
  const options = { disk, reader: disk, randomName: () => randomHex(16) }
  replaceTranscript(options, path, {
    copy(_, size) {
      const made = changedLines(context, path, size, change, hides)
      changed = made.changed
      return changed === 0 ? undefined : Buffer.concat(made.lines.flatMap((line) => [NEWLINE, line, NEWLINE]))
    },
    late(line) {
      const opened = disk.seal?.openLine(path, line)
      const found = decodeLine(opened?.status === 'open' ? opened.bytes : line)
      const other = found.status === 'event' ? change(found.event) : undefined
      if (other === undefined) return line
      changed++
      return Buffer.from(encodeLine(other))
    },
  })
  return changed
}

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
