import { snapshotHash } from '../conversation/encode-session.ts'
import type { ConversationState } from '../conversation/fold-state.ts'
import type { SessionFile } from '../conversation/session-file.ts'
import type { FileStat } from '../disk/disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { checkNameFree } from './name-free.ts'
import { readSessionHead } from './session-head.ts'
import { checkSessionName, isSafeName } from './session-name.ts'
import { prepareHome } from './prepare-home.ts'
import { readSession, sessionPath } from './read-session.ts'
import { type TranscriptPlace, snapshotBytes, snapshotOf } from './snapshot.ts'
import type { StoreContext } from './store-context.ts'

export interface SnapshotTarget {
  /** Identity of the conversation. */
  readonly id: string
  readonly name: string | undefined
  readonly machine: boolean
  readonly source: SessionFile['source']
  readonly other: SessionFile['other']
  /** The file as it was last read; undefined for a new one. */
  readonly onDisk: FileStat | undefined
}

/**
 * `written`; `gone`: the file was deleted or moved away since it was last read; `foreign`: another hand changed it, so
 * its changes must be taken over first.
 */
export type SnapshotOutcome = 'written' | 'gone' | 'foreign'

/** Keeps the session file of one conversation up to date, and never writes over what it has not seen. */
export class SnapshotWriter {
  name: string | undefined
  #id: string
  readonly #context: StoreContext
  readonly #target: SnapshotTarget
  #onDisk: FileStat | undefined
  #machine: boolean
  #written: { readonly path: string; readonly stat: FileStat } | undefined

  constructor(context: StoreContext, target: SnapshotTarget) {
    this.#context = context
    this.#target = target
    this.#onDisk = target.onDisk
    this.#id = target.id
    this.#machine = target.machine
    this.name = target.name
  }

  /** Identity of the conversation. */
  get id(): string {
    return this.#id
  }

  /** Bytes of the file as it was last read or written. */
  get size(): number {
    return this.#onDisk?.size ?? 0
  }

  /**
   * Another name.
   *
   * @param options.machine the program gives it the name itself
   * @throws ChatCliError `invalid-name`, `exists`
   */
  rebind(name: string, { machine = this.#machine }: { readonly machine?: boolean } = {}): void {
    checkNameFree(this.#context, checkSessionName(name, { machine }))
    this.name = name
    this.#machine = machine
    this.#onDisk = undefined
  }

  /**
   * Whether the file is as it was last read or written.
   *
   * @throws ChatCliError `conflict`, `damaged`, `storage`
   */
  look(): 'same' | 'gone' | 'foreign' {
    const { name } = this
    if (name === undefined || this.#onDisk === undefined) return 'same'
    const before = this.#onDisk
    const found = this.#look(name)
    if (found !== 'written') return found
    return this.#context.transcripts || isSame(before, this.#onDisk) ? 'same' : 'foreign'
  }

  /** A person has given it its name: it is not the program's own any more. */
  claim(): void {
    this.#machine = false
  }

  /**
   * The file was renamed by somebody else.
   *
   * @returns false when no file of this conversation has that name, or not yet: then nothing changes
   */
  follow(name: string): boolean {
    if (!isSafeName(name)) return false
    const path = sessionPath(this.#context, name)
    const stat = this.#context.disk.stat(path)
    if (stat === undefined || idAt(this.#context, path) !== this.#id) return false
    this.name = name
    this.#onDisk = stat
    return true
  }

  /** Removes the file written last: its session was renamed or deleted at the same moment, and must not come back. */
  takeBack(): void {
    const written = this.#written
    this.#written = undefined
    if (written === undefined) return
    const { disk, home } = this.#context
    try {
      const stat = disk.stat(written.path)
      if (stat === undefined || !isSame(stat, written.stat)) return
      disk.unlink(written.path)
      disk.syncFolder(home.sessions)
    } catch {
      // Then it is listed as a session with the same conversation, and nothing is lost.
    }
  }

  /** The conversation goes on as another one. */
  becomeNew(id: string): void {
    this.#id = id
    this.#onDisk = undefined
  }

  /**
   * Writes the state under the session's name.
   *
   * @throws ChatCliError `conflict` when the name belongs to another conversation, `damaged` when the file cannot be
   *   read any more, `storage`
   */
  write(
    state: ConversationState,
    transcriptId: string | undefined,
    place: TranscriptPlace | undefined,
  ): SnapshotOutcome {
    const { disk, randomHex } = this.#context
    const name = this.name ?? ''
    const path = sessionPath(this.#context, name)
    const facts = { ...this.#target, id: this.#id, machine: this.#machine, name, transcriptId, place }
    const bytes = ofFittingSize(() => snapshotBytes(snapshotOf(state, facts)))
    const isNew = this.#onDisk === undefined
    if (isNew) prepareHome(this.#context)
    let found: SnapshotOutcome = 'written'
    try {
      writeDurably(disk, path, bytes, {
        replace: !isNew,
        randomName: () => randomHex(16),
        beforeSwap: () => {
          found = isNew ? 'written' : this.#look(name)
          if (found !== 'written') throw new Stop()
        },
      })
    } catch (error) {
      if (found !== 'written') return found
      if (error instanceof ChatCliError && error.code === 'exists') throw nameTaken(name, error)
      throw error
    }
    this.#onDisk = disk.stat(path)
    this.#written = this.#onDisk && { path, stat: this.#onDisk }
    return 'written'
  }

  /** Looks at the target once more, at the last moment. */
  #look(name: string): SnapshotOutcome {
    const stat = this.#context.disk.stat(sessionPath(this.#context, name))
    if (stat === undefined) return 'gone'
    if (this.#onDisk !== undefined && isSame(stat, this.#onDisk)) return 'written'
    const { file } = readSession(this.#context, name)
    const id = file.id ?? file.transcript_id
    if (id !== undefined && id !== this.#id) throw nameTaken(name)
    this.#onDisk = stat
    const isOurs = file.snapshot_hash !== undefined && snapshotHash(file) === file.snapshot_hash
    // Without transcripts the last writer wins, as published.
    return isOurs || !this.#context.transcripts ? 'written' : 'foreign'
  }
}

function idAt({ disk }: StoreContext, path: string): string | undefined {
  try {
    const head = readSessionHead(disk, path)
    return head.id ?? head.transcript_id
  } catch {
    return undefined
  }
}

class Stop extends Error {}

/** A text has half a gigabyte at most: the engine refuses to make a longer one. */
function ofFittingSize(make: () => Uint8Array): Uint8Array {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const hint = 'Make it shorter with /compact or /rewind, and save it again.'
    throw new ChatCliError('storage', 'The conversation is too long for a session file', {
      hint,
      cause: error,
    })
  }
}

function isSame(a: FileStat, b: FileStat): boolean {
  return (
    a.dev === b.dev &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs
  )
}

function nameTaken(name: string, cause?: unknown): ChatCliError {
  const hint = 'Choose another name; your conversation is safe in its transcript.'
  return new ChatCliError('conflict', `Another conversation is saved as "${name}"`, { hint, cause })
}
