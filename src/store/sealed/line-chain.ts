import { type DecodedLine, decodeLine } from '../../conversation/line-codec.ts'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { isSealedLine } from '../../seal/sealed-line.ts'

/** A line, and what is wrong with what stands before it. */
export interface ChainedLine {
  readonly line: DecodedLine
  readonly missing?: string
  /** The name a sealed line has in clear. */
  readonly ref?: readonly [w: string, n: number]
}

/** The last line of a writer: its number, its key, and its tags, several when it stands there more than once; none are unknown. */
interface LastLine {
  readonly n: number
  readonly key: string
  readonly tags: readonly string[]
}

/** The beginning of a line tells whether it is sealed. */
const headBytes = 192

/**
 * Reads the lines of one file in order. Each sealed line names the one before of its writer, so that lines which were taken
 * out, put in or moved are noticed.
 */
export class LineChain {
  readonly #disk: Disk
  readonly #path: string
  /** Tags of lines that took the place of others. */
  readonly #redone = new Set<string>()
  readonly #last = new Map<string, LastLine>()
  #isFromStart: boolean
  /** After the first sealed line none is expected that is not. */
  #isSealed: boolean

  /** @param from where the reading begins, bytes */
  constructor(disk: Disk, fd: FileDescriptor, path: string, from: number) {
    this.#disk = disk
    this.#path = path
    this.#isFromStart = from === 0
    this.#isSealed =
      from > 0 && disk.seal?.isSealing === true && beginsSealed(readOpenRange(disk, fd, 0, headBytes))
  }

  /** @throws ChatCliError `key` when it is sealed and there is no key */
  decode(bytes: Uint8Array): ChainedLine {
    const found = this.#disk.seal?.openLine(this.#path, bytes)
    if (found === undefined || found.status === 'plain') return this.#plain(bytes)
    this.#isSealed = true
    if (found.status === 'damaged') {
      const { reason, ref } = found
      if (ref === undefined) this.#last.clear()
      else this.#last.set(ref[0], { n: ref[1], key: '', tags: [] })
      this.#isFromStart &&= ref !== undefined
      return { line: { status: 'damaged', reason, ...(ref === undefined ? {} : { ref }) } }
    }
    const { w, n, key, tag, previous } = found
    const line = decodeLine(found.bytes)
    const ref = [w, n] as const
    if (tag === '') return { line }
    const last = this.#last.get(w)
    if (last !== undefined && n <= last.n) {
      // A line that was appended twice, or was beside the transcript for a while.
      if (n === last.n) this.#last.set(w, { ...last, tags: [...last.tags, tag] })
      return { line, ref }
    }
    if (isRedone(line)) {
      // Whoever has the key put it in the place of another line, which the next one of its writer names.
      this.#last.set(w, { n, key, tags: [] })
      this.#redone.add(tag)
      return { line, ref }
    }
    this.#last.set(w, { n, key, tags: [tag] })
    const isFirst = last === undefined
    if (isFirst && (!this.#isFromStart || this.#path.endsWith(`.${w}.jsonl`))) return { line, ref }
    const isExpected = isFirst
      ? previous === ''
      : // What a rotation sealed anew has another tag than the one its writer goes on from.
        last.tags.length === 0 ||
        last.key !== key ||
        last.tags.includes(previous) ||
        this.#redone.has(previous)
    if (isExpected) return { line, ref }
    return { line, ref, missing: 'lines before this one were taken out, put in or moved' }
  }

  #plain(bytes: Uint8Array): ChainedLine {
    const line = decodeLine(bytes)
    if (!this.#isSealed || line.status === 'damaged') return { line }
    return { line: { status: 'damaged', reason: 'it is not sealed, and the lines before it are' } }
  }
}

/** A person wanted what it said to be forgotten. */
function isRedone(line: DecodedLine): boolean {
  return line.status === 'event' && (line.event.kind === 'forgotten' || line.event.redacted === true)
}

function beginsSealed(start: Uint8Array): boolean {
  return isSealedLine(start.subarray(start.findIndex((byte) => byte !== 0x0a)))
}
