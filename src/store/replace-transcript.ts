import { basename, dirname, join } from 'node:path'
import type { Disk, FileDescriptor, FileStat } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { isSameFile } from '../disk/is-same-file.ts'
import { removeQuietly } from '../disk/remove-quietly.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { lastLineStart } from '../disk/whole-lines.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { finishReplacement, type ReplacementDisks } from './finish-replacement.ts'
import { replacedName } from './replaced-name.ts'

export interface Replacement {
  /**
   * What the first `size` bytes are to be; the last line may be torn. Undefined: the file stays.
   *
   * @param fd the open file
   */
  readonly copy: (fd: FileDescriptor, size: number) => Uint8Array | undefined
  /** What a line is to be that was appended after those; without its newline. */
  readonly late: (line: Uint8Array) => Uint8Array
}

export interface ReplaceTranscriptOptions extends ReplacementDisks {
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** `same`: there was nothing to change. `gone`: somebody removed it or moved it away. */
export type Replaced = 'replaced' | 'same' | 'gone'

/**
 * Puts another file in the place of a transcript, or of a file beside one, while others append to it. None of their
 * acknowledged lines is lost, whatever is stopped when:
 *
 * - an appender that syncs and then finds its file under the path has written before the swap, so its line is in the old file,
 *   behind what was copied; one that finds another file appends again, and makes the name of that one durable first;
 * - so the old file gets a second name before the swap, that of a side file, which every reader reads;
 * - it goes when the lines behind the copy stand in the new one and are synced. Whoever opens the conversation next does
 *   that too, see `finishReplacement`.
 *
 * The Go program keeps its descriptor and never looks: what it appends to a file that was replaced is not in the transcript,
 * only in its session file, from which it is adopted.
 *
 * @throws ChatCliError `storage`, `conflict` when it is replaced by others all the time; whatever `copy` and `late` throw
 */
export function replaceTranscript(
  options: ReplaceTranscriptOptions,
  path: string,
  { copy, late }: Replacement,
): Replaced {
  const { disk } = options
  for (let tries = 0; tries < mostTries; tries++) {
    const fd = openOld(disk, path)
    if (fd === undefined) return 'gone'
    try {
      const old = disk.statOpen(fd)
      const bytes = copy(fd, old.size)
      if (bytes === undefined) return 'same'
      const beside = swap(options, path, { fd, old, bytes })
      if (beside === undefined) continue
      finishReplacement(options, beside, { late, isSwapped: true })
      return 'replaced'
    } finally {
      disk.close(fd)
    }
  }
  throw new ChatCliError('conflict', `${path} is being replaced again and again`, {
    hint: 'Try again in a moment.',
  })
}

const mostTries = 20

function openOld(disk: Disk, path: string): FileDescriptor | undefined {
  try {
    return disk.openRead(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw toStorageError(error, 'read', path)
  }
}

/** The name that the old file has now; undefined when it was not swapped, because another has its path by now. */
function swap(
  { disk, randomName }: ReplaceTranscriptOptions,
  path: string,
  { fd, old, bytes }: { readonly fd: FileDescriptor; readonly old: FileStat; readonly bytes: Uint8Array },
): string | undefined {
  const from = lastLineStart(disk, fd, old.size)
  const beside = replacedName({ transcript: transcriptOf(disk, path), from }, randomName().slice(0, 16))
  const isThere = (name: string): boolean => isSameFile(disk.stat(name), old)
  let isOvertaken = false
  try {
    disk.link(path, beside)
    disk.syncFolder(dirname(path))
    writeDurably(disk, path, bytes, {
      replace: true,
      randomName,
      beforeSwap() {
        isOvertaken = !isThere(path) || !isThere(beside)
        if (isOvertaken) throw new ChatCliError('conflict', `${path} was replaced meanwhile`)
      },
    })
    return beside
  } catch (error) {
    if (isOvertaken || isStillThere(isThere, path)) removeQuietly(disk, beside)
    if (isOvertaken || errorCode(error) === 'ENOENT') return undefined
    throw toStorageError(error, 'replace', path)
  }
}

/** After a failure whose outcome nobody knows the second name stays. */
function isStillThere(isThere: (name: string) => boolean, path: string): boolean {
  try {
    return isThere(path)
  } catch {
    return false
  }
}

/** The transcript that a file is beside, or the file itself. */
function transcriptOf(disk: Disk, path: string): string {
  const [, id] = /^(.+)\.[\w-]{1,64}\.jsonl$/.exec(basename(path)) ?? []
  const main = join(dirname(path), `${id}.jsonl`)
  return id !== undefined && disk.stat(main) !== undefined ? main : path
}
