import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Message } from '../conversation/message.ts'
import type { MessageLocation } from '../conversation/record.ts'
import type { FileDescriptor } from '../disk/disk.ts'
import type { StoreContext } from './store-context.ts'

/** Files that stay open between two reads. */
const mostOpen = 64
/** Bytes of the memory that slices are read into, one after the other; longer ones get their own. */
const roomSize = 65_536

/** Reads single messages from where they stand on the disk, without the rest of their conversation. */
export class SliceReader {
  readonly #context: Pick<StoreContext, 'disk' | 'home'>
  #open = new Map<string, FileDescriptor>()
  #room: Buffer | undefined

  constructor(context: Pick<StoreContext, 'disk' | 'home'>) {
    this.#context = context
  }

  /** Text of the message at a place; undefined when other bytes stand there by now. */
  text(location: MessageLocation): string | undefined {
    const content = this.message(location)?.content
    return typeof content === 'string' ? content : undefined
  }

  /** The message at a place, whatever it holds; undefined when other bytes stand there by now. */
  message(location: MessageLocation): Partial<Message> | undefined {
    const bytes = this.#bytes(location)
    if (bytes === undefined || crc32(bytes) !== location.crc) return undefined
    const isLine = location.path.startsWith('transcripts/')
    try {
      const plain = isLine ? this.#opened(location.path, bytes) : bytes
      const value = JSON.parse(plain.toString('utf8')) as SaidAt
      return isLine ? (value.message ?? {}) : value
    } catch {
      return undefined
    }
  }

  /** The line as it was before it was sealed. */
  #opened(path: string, bytes: Buffer): Buffer {
    const { disk, home } = this.#context
    if (disk.seal?.isSealing !== true) return bytes
    const line = disk.seal.openLine(`${home.root}/${path}`, bytes)
    if (line.status !== 'open') return bytes
    return Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.byteLength)
  }

  close(): void {
    for (const fd of this.#open.values()) this.#context.disk.close(fd)
    // Not cleared: a map that was is linked with what it held, which outlives the young by that.
    if (this.#open.size > 0) this.#open = new Map()
  }

  /** Valid until the next call. */
  #bytes({ path, offset, length }: MessageLocation): Buffer | undefined {
    const { disk } = this.#context
    try {
      const fd = this.#fileAt(path)
      // No memory is taken for what cannot be there.
      if (length > roomSize && offset + length > disk.statOpen(fd).size) return undefined
      this.#room ??= Buffer.allocUnsafeSlow(roomSize)
      const bytes = length > roomSize ? Buffer.allocUnsafeSlow(length) : this.#room.subarray(0, length)
      for (let done = 0; done < length;) {
        const count = disk.read(fd, done === 0 ? bytes : bytes.subarray(done), offset + done)
        if (count === 0) return undefined
        done += count
      }
      return bytes
    } catch {
      // Moved, removed, not to be read: whoever asks looks at the whole conversation then.
      return undefined
    }
  }

  #fileAt(path: string): FileDescriptor {
    const known = this.#open.get(path)
    if (known !== undefined) return known
    if (this.#open.size >= mostOpen) this.close()
    const fd = this.#context.disk.openRead(join(this.#context.home.root, path))
    this.#open.set(path, fd)
    return fd
  }
}

interface SaidAt extends Partial<Message> {
  readonly message?: Partial<Message>
}
