import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { MessageLocation } from '../conversation/record.ts'
import type { FileDescriptor } from '../disk/disk.ts'
import { readOpenRange } from '../disk/read-file.ts'
import type { StoreContext } from './store-context.ts'

/** Files that stay open between two reads. */
const mostOpen = 16

/** Reads single messages from where they stand on the disk, without the rest of their conversation. */
export class SliceReader {
  readonly #context: Pick<StoreContext, 'disk' | 'home'>
  readonly #open = new Map<string, FileDescriptor>()

  constructor(context: Pick<StoreContext, 'disk' | 'home'>) {
    this.#context = context
  }

  /** Text of the message at a place; undefined when other bytes stand there by now. */
  text(location: MessageLocation): string | undefined {
    const bytes = this.#bytes(location)
    if (bytes?.length !== location.length || crc32(bytes) !== location.crc) return undefined
    try {
      const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as SaidAt
      const { content } = location.path.startsWith('transcripts/') ? (value.message ?? {}) : value
      return typeof content === 'string' ? content : undefined
    } catch {
      return undefined
    }
  }

  close(): void {
    for (const fd of this.#open.values()) this.#context.disk.close(fd)
    this.#open.clear()
  }

  #bytes({ path, offset, length }: MessageLocation): Uint8Array | undefined {
    const { disk, home } = this.#context
    try {
      let fd = this.#open.get(path)
      if (fd === undefined) {
        if (this.#open.size >= mostOpen) this.close()
        fd = disk.openRead(join(home.root, path))
        this.#open.set(path, fd)
      }
      const { size } = disk.statOpen(fd)
      return offset + length > size ? undefined : readOpenRange(disk, fd, offset, length)
    } catch {
      // Moved, removed, not to be read: whoever asks looks at the whole conversation then.
      return undefined
    }
  }
}

interface SaidAt {
  readonly content?: unknown
  readonly message?: { readonly content?: unknown }
}
