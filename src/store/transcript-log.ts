import type { TranscriptEvent } from '../conversation/event.ts'
import { encodeLine } from '../conversation/line-codec.ts'
import { type AppendHandle, openForAppend } from '../disk/append-durably.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { finishReplacements } from './finish-replacements.ts'
import { isTextGone } from './keep-on-disk.ts'
import { linesBeside } from './lines-beside.ts'
import { prepareHome } from './prepare-home.ts'
import { sideFilePath, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Where lines are once an append returns: in the transcript, acknowledged, so many bytes from `offset` of it on; beside
 * it, acknowledged, in this writer's side file; or nowhere, because the transcript was moved away or removed.
 */
export type AppendOutcome =
  | { readonly where: 'transcript'; readonly offset: number; readonly length: number; readonly crc: string }
  | { readonly where: 'side-file' }
  | { readonly where: 'gone' }

/** One writer's end of one transcript: nothing it was given is forgotten before it is on the disk. */
export class TranscriptLog {
  readonly id: string
  readonly w: string
  readonly #context: StoreContext
  #handle: AppendHandle | undefined
  #side: AppendHandle | undefined
  /** Lines that are in no file, and lines that are in the side file only. */
  #unsaved: readonly TranscriptEvent[] = []
  #beside: readonly TranscriptEvent[] = []
  #hasSideFile = false
  readonly #sealed = new WeakMap<TranscriptEvent, Uint8Array>()
  #isNew: boolean
  #isBehindAll = false

  /** @param options.isNew the transcript is to be made with the first lines */
  constructor(context: StoreContext, id: string, w: string, options: { readonly isNew?: boolean } = {}) {
    this.#context = context
    this.#isNew = options.isNew ?? false
    this.id = id
    this.w = w
  }

  /** `not-saved` from a failure on, until everything is on the disk again. */
  get status(): 'saved' | 'side-file' | 'not-saved' {
    if (this.#unsaved.length > 0) return 'not-saved'
    return this.#beside.length > 0 ? 'side-file' : 'saved'
  }

  /** True until the first lines are in the transcript. */
  get isNew(): boolean {
    return this.#isNew
  }

  get unsaved(): readonly TranscriptEvent[] {
    return this.#unsaved
  }

  /**
   * Appends lines, together with all that could not be appended before, in one write.
   *
   * @throws ChatCliError `storage` when the lines are in no file; they are kept for the next append
   */
  append(events: readonly TranscriptEvent[]): AppendOutcome {
    const waiting = [...this.#beside, ...this.#unsaved]
    const all = [...waiting, ...events]
    const acknowledged = (offset: number, { length, crc }: Written): AppendOutcome => {
      this.#settle()
      return { where: 'transcript', offset, length, crc }
    }
    try {
      const made = this.#isNew ? this.#make(all) : undefined
      if (made !== undefined) return acknowledged(0, made)
      const own = this.#encode(all)
      for (let tries = 0; tries < MOVES; tries++) {
        const handle = this.#openMain()
        if (handle === undefined) return { where: 'gone' }
        // What is ahead is looked up in the file that is open: an earlier one may have lines that are not here yet.
        const ahead = this.#ahead()
        const result = handle.append(Buffer.concat([ahead, own]))
        if (result.status === 'acknowledged')
          return acknowledged(result.offset + ahead.length, { length: own.length, crc: lastCrc(own) })
        this.#closeMain()
        this.#finishReplacements()
      }
      throw new ChatCliError('storage', `The transcript ${this.id} is being replaced again and again`)
    } catch (error) {
      this.#closeMain()
      if (isTextGone(error)) throw error
      if (!this.#isNew && this.#isGone()) return { where: 'gone' }
      return this.#appendBeside(events, error)
    }
  }

  /** Lines that others could only put beside the transcript: once they are in it, this is done. */
  #ahead(): Buffer {
    if (this.#isBehindAll) return Buffer.alloc(0)
    try {
      return linesBeside(this.#context, this.id, this.w)
    } catch {
      // They stay where they are, and are read there.
      return Buffer.alloc(0)
    }
  }

  /** Lines that were acknowledged before these come before them in the new file too. */
  #finishReplacements(): void {
    const { disk, home } = this.#context
    const path = transcriptPath(this.#context, this.id)
    try {
      finishReplacements({ disk, reader: disk }, home.transcripts, path)
    } catch {
      // They are in the old file still, which is read; whoever comes next takes them along.
    }
  }

  /** It may go between a look at it and its opening. */
  #isGone(): boolean {
    try {
      return this.#context.disk.stat(transcriptPath(this.#context, this.id)) === undefined
    } catch {
      // Nobody knows; the lines must be kept in any case.
      return false
    }
  }

  close(): void {
    this.#closeMain()
    this.#closeSide()
  }

  /**
   * Makes the transcript with its first lines, all of them or none: half of a copied conversation could not be told from
   * a conversation. A long one is not in memory whole. Undefined when there is one already.
   */
  #make(events: readonly TranscriptEvent[]): Written | undefined {
    const { disk, randomHex } = this.#context
    const path = transcriptPath(this.#context, this.id)
    if (disk.stat(path) !== undefined) return undefined
    prepareHome(this.#context)
    let [length, crc] = [0, '']
    const counted = function* (pieces: Iterable<Buffer>): Generator<Buffer> {
      for (const piece of pieces) {
        length += piece.length
        crc = lastCrc(piece)
        yield piece
      }
    }
    try {
      const pieces = counted(this.#pieces(events))
      writeDurably(disk, path, pieces, { replace: false, randomName: () => randomHex(16) })
      return { length, crc }
    } catch (error) {
      // Another process made it a moment ago.
      if (error instanceof ChatCliError && error.code === 'exists') return undefined
      throw error
    }
  }

  #openMain(): AppendHandle | undefined {
    const { disk } = this.#context
    const path = transcriptPath(this.#context, this.id)
    const isThere = disk.stat(path) !== undefined
    // Deleted while it was open here: what is said now does not belong into the file in the trash.
    if (!isThere) this.#closeMain()
    if (this.#handle !== undefined) return this.#handle
    if (!isThere) return undefined
    return (this.#handle = openForAppend(disk, path))
  }

  #appendBeside(events: readonly TranscriptEvent[], cause: unknown): AppendOutcome {
    this.#unsaved = [...this.#unsaved, ...events]
    try {
      this.#side ??= this.#openSide()
      if (this.#side.append(this.#encode(this.#unsaved)).status === 'acknowledged') {
        this.#beside = [...this.#beside, ...this.#unsaved]
        this.#unsaved = []
        return { where: 'side-file' }
      }
    } catch {
      // The first failure is the one to tell.
    }
    this.#closeSide()
    throw cause
  }

  #openSide(): AppendHandle {
    const path = sideFilePath(this.#context, this.id, this.w)
    const exists = this.#context.disk.stat(path) !== undefined
    this.#hasSideFile = true
    return openForAppend(this.#context.disk, path, { create: !exists })
  }

  /** Everything is in the transcript: the side file has done its work. */
  #settle(): void {
    this.#isNew = false
    this.#isBehindAll = true
    this.#unsaved = []
    this.#beside = []
    if (!this.#hasSideFile) return
    this.#hasSideFile = false
    this.#closeSide()
    try {
      this.#context.disk.unlink(sideFilePath(this.#context, this.id, this.w))
    } catch {
      // Its lines stand in both files then, and count once.
    }
  }

  /**
   * One buffer: it begins and ends with a newline, so that nothing that stands before can harm it. A line that is
   * appended again has the same bytes again: sealed anew, it would not be the line before of the next one.
   */
  #encode(events: readonly TranscriptEvent[]): Buffer {
    const pieces = [...this.#pieces(events)]
    return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces)
  }

  /** The same in pieces of whole lines. */
  *#pieces(events: readonly TranscriptEvent[]): Generator<Buffer> {
    const path = transcriptPath(this.#context, this.id)
    const { seal } = this.#context.disk
    const isSealing = seal?.isSealing === true
    let lines: Uint8Array[] = [newline]
    let length = 0
    for (const event of events) {
      const plain = isSealing ? undefined : Buffer.from(`${encodeLine(event)}\n`)
      const line = plain ?? this.#sealedLine(event, path)
      lines.push(line)
      length += line.length
      if (length < PIECE) continue
      yield Buffer.concat(lines)
      lines = []
      length = 0
    }
    if (lines.length > 0) yield Buffer.concat(lines)
  }

  #sealedLine(event: TranscriptEvent, path: string): Uint8Array {
    const line =
      this.#sealed.get(event) ??
      this.#context.disk.seal?.lines(path, Buffer.from(`${encodeLine(event)}\n`)) ??
      newline
    this.#sealed.set(event, line)
    return line
  }

  #closeMain(): void {
    closeQuietly(this.#handle)
    this.#handle = undefined
  }

  #closeSide(): void {
    closeQuietly(this.#side)
    this.#side = undefined
  }
}

const MOVES = 5
/** Bytes of lines that are in memory at once while a new transcript is written. */
const PIECE = 4 * 2 ** 20
const newline = Buffer.from('\n')

interface Written {
  readonly length: number
  /** The eight hex digits that end the last line. */
  readonly crc: string
}

function lastCrc(lines: Buffer): string {
  return lines.toString('latin1', lines.length - 11, lines.length - 3)
}

/** What was acknowledged is on the device, whatever closing says; what was not is kept. */
function closeQuietly(handle: AppendHandle | undefined): void {
  try {
    handle?.close()
  } catch {
    // The descriptor is given up in any case.
  }
}
