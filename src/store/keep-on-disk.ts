import { relative, sep } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import type { KeepMessage } from './lighter.ts'
import { messageOnDisk } from './message-on-disk.ts'
import { SliceReader } from './slice-reader.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** Bytes of a transcript above which its long texts stay on the disk while it is looked at as a whole. */
export const LONG_TRANSCRIPT: number = 32 * 2 ** 20

/**
 * How messages of a transcript are kept while all of it is in memory: as they are, or of a long one without their long
 * texts, which are read from its file when they are asked for.
 *
 * @returns undefined for as they are
 */
export function keepOnDisk(context: StoreContext, id: string): KeepMessage | undefined {
  const size = context.disk.stat(transcriptPath(context, id))?.size ?? 0
  if (size <= LONG_TRANSCRIPT) return undefined
  const slices = new SliceReader(context)
  return (message, file, offset, bytes) => {
    const path = relative(context.home.root, file).split(sep).join('/')
    const location = { path, offset, length: bytes.length, crc: crc32(bytes) }
    return messageOnDisk(message, bytes.length, () => {
      try {
        const found = slices.message(location)
        // A line that cannot be opened any more has no message.
        if (found?.content === undefined) throw changed(path)
        return found as Message
      } finally {
        slices.close()
      }
    })
  }
}

function changed(path: string): ChatCliError {
  const hint = 'Try again.'
  return new ChatCliError('storage', `${path} was changed while it was read`, { hint, cause: textIsGone })
}

const textIsGone = new Error('a text that was left on the disk is not there any more')

/** Whether something failed because a text that was left on the disk is gone. */
export function isTextGone(error: unknown): boolean {
  return error instanceof ChatCliError && error.cause === textIsGone
}
