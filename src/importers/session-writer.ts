import type { SessionFile } from '../conversation/session-file.ts'
import type { FileStat } from '../disk/disk.ts'
import { ChatCliError } from '../errors.ts'
import { readCatalogue } from '../store/catalogue.ts'
import { importedId } from '../store/imported-id.ts'
import { readSession } from '../store/read-session.ts'
import type { StoreContext } from '../store/store-context.ts'
import { readTombstones } from '../store/tombstones.ts'
import { listTrash } from '../store/trash.ts'
import { heldMessages, type HeldMessages } from './held-messages.ts'
import { importedName } from './imported-name.ts'
import { lengthOf, LONG_SESSION, LongSession } from './long-session.ts'
import { mergeSession, type ReadConversation } from './merge-session.ts'
import { SessionBatch } from './session-batch.ts'
import { textOf } from './shared/fields.ts'

/** What became of a conversation that was read. */
export interface WrittenSession {
  /** Of the session. */
  readonly id: string
  /** `empty`: it says nothing that a session could be made of. */
  readonly outcome: 'new' | 'grown' | 'same' | 'empty' | 'purged' | 'in-trash' | 'not-writable'
  readonly newMessages: number
  readonly detail?: string
}

export interface SessionWriterOptions {
  /**
   * Called whenever everything written so far is in place and on the device, but for the sessions with these ids: another
   * hand changed, renamed or deleted them after they were read.
   */
  readonly onPlaced: (leftOut: readonly string[]) => void
  /** Sessions after which what is written is put in place; 500 when not given. */
  readonly batch?: number | undefined
  /** Finds out what would be new, and writes nothing. */
  readonly dryRun: boolean
  /** Messages of other conversations are asked for by `saidKey` too. */
  readonly bySaidKey: boolean
}

/** A session as it was read: `onDisk` tells whether another hand was there since. */
interface KnownSession {
  readonly file: SessionFile & { readonly name: string }
  readonly onDisk: FileStat
}

interface OpenSession {
  readonly long: LongSession
  /** What is known of it, without its messages. */
  readonly file: SessionFile
  readonly before: KnownSession | undefined
  readonly fallback: number
}

interface LastSession {
  readonly id: string
  readonly file: SessionFile & { readonly id: string; readonly name: string }
  /** As it was before. */
  readonly known: KnownSession | undefined
}

/** Turns conversations into sessions of the home, and adds to those that are there already. */
export class SessionWriter {
  readonly #context: StoreContext
  readonly #batch: SessionBatch
  readonly #dryRun: boolean
  readonly #bySaidKey: boolean
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  #purged: ReadonlySet<string> = new Set()
  #inTrash: ReadonlySet<string> = new Set()
  readonly #isSealed: boolean
  /** Conversations that are being added to, piece by piece. */
  readonly #long = new Map<string, OpenSession>()
  /** What other conversations hold, of those that one unit is compared with. */
  readonly #others = new Map<string, { has(id: string): boolean }>()
  /** What a dry run has counted, by the id of the session. */
  readonly #counted = new Map<string, HeldMessages>()
  /** The file each conversation was read from first. */
  readonly #paths = new Map<string, string>()
  /** The conversation that was written last: of one that is long, more may come of the same unit. */
  #last: LastSession | undefined

  /** @throws ChatCliError `storage`, `key` */
  constructor(context: StoreContext, { onPlaced, dryRun, batch, bySaidKey }: SessionWriterOptions) {
    this.#bySaidKey = bySaidKey
    this.#context = context
    this.#dryRun = dryRun
    this.#batch = new SessionBatch(context, onPlaced, batch)
    this.#look()
    this.#isSealed = context.disk.seal?.isActive() === true
  }

  /** @throws ChatCliError `storage` */
  write(read: ReadConversation): WrittenSession {
    const id = importedId(read.tool, read.facts.id)
    const open = this.#long.get(id)
    if (this.#last?.id !== id) this.#settle()
    let before = open?.before ?? this.#last?.known
    try {
      if (open === undefined && this.#last === undefined) before = this.#read(id)
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code === 'storage') throw error
      return { id, outcome: 'not-writable', newMessages: 0, detail: error.message }
    }
    if (this.#purged.has(id)) return { id, outcome: 'purged', newMessages: 0 }
    if (this.#inTrash.has(id)) return { id, outcome: 'in-trash', newMessages: 0 }
    const last = this.#last?.file ?? before?.file
    const isLong =
      open !== undefined ||
      last?.transcript_id !== undefined ||
      (this.#context.transcripts && bytesOf(last, read) > LONG_SESSION)
    if (isLong) {
      this.#settle()
      return this.#writeLong(before, read, id)
    }
    const merged = mergeSession(last, read)
    if (merged === undefined) return { id, outcome: last === undefined ? 'empty' : 'same', newMessages: 0 }
    const { file, newMessages } = merged
    const outcome = last === undefined && !this.#counted.has(id) ? 'new' : 'grown'
    if (this.#dryRun) {
      const isMet = this.#counted.has(id)
      const count = this.#count(id, file, before?.file)
      return { id, outcome: isMet && count === 0 ? 'same' : outcome, newMessages: count }
    }
    const name = before?.file.name ?? this.#last?.file.name ?? this.#newName(file, id)
    this.#last = { id, file: { ...file, id, name }, known: before }
    this.#paths.set(id, textOf(file.source?.['path']) ?? '')
    return { id, outcome, newMessages }
  }

  /** What a conversation has, by the ids of its messages and by their `saidKey`. @throws ChatCliError `storage` */
  messagesOf(tool: string, conversation: string): { has(key: string): boolean } {
    const id = importedId(tool, conversation)
    const open = this.#long.get(id)?.long ?? this.#counted.get(id) ?? this.#others.get(id)
    if (open !== undefined) return open
    const file = this.#read(id)?.file
    const held =
      file?.transcript_id === undefined
        ? heldMessages(file?.chat_history ?? [], this.#bySaidKey)
        : new LongSession(this.#context, file.transcript_id)
    this.#others.set(id, held)
    return held
  }

  /** The file a conversation was read from first; undefined when there is no session of it. */
  sourcePath(tool: string, conversation: string): string | undefined {
    return this.#paths.get(importedId(tool, conversation))
  }

  /** How many messages of a session a dry run has not met yet. */
  #count(id: string, { chat_history: history }: SessionFile, before: SessionFile | undefined): number {
    const counted = this.#counted.get(id) ?? heldMessages(before?.chat_history ?? [], this.#bySaidKey)
    this.#counted.set(id, counted)
    return history.filter((stored) => counted.add(stored)).length
  }

  /** Whether it is time for {@link place}. */
  get isFull(): boolean {
    return this.#batch.isFull
  }

  /** Puts in place what was written. @throws ChatCliError `storage` */
  place(): Promise<void> {
    return this.#batch.placeTogether()
  }

  /** @throws ChatCliError `storage` */
  async close(): Promise<void> {
    try {
      await this.place()
    } finally {
      this.#batch.close()
    }
  }

  /** Hands on what was written last: nothing more comes of it. */
  #settle(): void {
    if (this.#last !== undefined) this.#batch.add(this.#last.file, this.#last.known?.onDisk)
    this.#last = undefined
  }

  #read(id: string): KnownSession | undefined {
    if (this.#last?.id === id) this.#settle()
    if (this.#batch.has(id)) this.#batch.place()
    const known = this.#readNamed(id)
    if (known !== undefined || !this.#names.has(id)) return known
    // Somebody renamed or deleted it since.
    this.#look()
    return this.#readNamed(id)
  }

  #readNamed(id: string): KnownSession | undefined {
    const name = this.#names.get(id)
    if (name === undefined) return undefined
    try {
      const { file, stat } = readSession(this.#context, name)
      return file.id === id ? { file: { ...file, name }, onDisk: stat } : undefined
    } catch (error) {
      if (error instanceof ChatCliError && error.code === 'not-found') return undefined
      throw error
    }
  }

  /** Finds out what the sessions are called, and which are gone. */
  #look(): void {
    this.#names.clear()
    for (const { id, name, source } of readCatalogue(this.#context).rows) {
      if (id !== '') this.#names.set(id, name)
      if (typeof source?.['path'] === 'string') this.#paths.set(id, source['path'])
      this.#taken.add(name.toLowerCase())
    }
    this.#purged = readTombstones(this.#context)
    this.#inTrash = new Set(listTrash(this.#context).map(({ id }) => id))
  }

  #newName(file: SessionFile, id: string): string {
    const name = importedName({
      tool: String(file.source?.tool),
      title: file.title ?? '',
      at: Date.parse(file.created_at ?? '') || undefined,
      digits: id.slice('im-'.length),
      isSealed: this.#isSealed,
      isTaken: (wanted) => this.#taken.has(wanted.toLowerCase()),
    })
    this.#taken.add(name.toLowerCase())
    this.#names.set(id, name)
    return name
  }

  #writeLong(before: KnownSession | undefined, read: ReadConversation, id: string): WrittenSession {
    const known = this.#long.get(id)
    const transcript = before?.file.transcript_id
    const there =
      known?.long ?? (transcript === undefined ? undefined : new LongSession(this.#context, transcript))
    const base =
      known?.file ??
      (before === undefined || transcript === undefined ? before?.file : { ...before.file, chat_history: [] })
    const merged = mergeSession(base, read, there?.lastSaidAt)
    if (merged === undefined) return { id, outcome: 'same', newMessages: 0 }
    const { chat_history: history, ...file } = merged.file
    const long = there ?? new LongSession(this.#context, id)
    const fresh = history.filter((stored) => !long.has(stored.id ?? ''))
    // What an older state has left behind may have been taken up again since.
    const gone = (merged.isStale ? fresh : history).filter(({ state }) => state !== undefined)
    const isNew = before === undefined && known === undefined
    if (fresh.length === 0 && !isNew && gone.length === 0) return { id, outcome: 'same', newMessages: 0 }
    const fallback = Date.parse(file.updated_at ?? '') || Math.round(read.mtimeMs)
    this.#long.set(id, { long, file: { ...file, chat_history: [] }, before, fallback })
    this.#paths.set(id, textOf(file.source?.['path']) ?? '')
    if (!this.#dryRun) {
      for (const stored of fresh)
        long.add(stored, Date.parse(stored.created_at ?? stored.said_at ?? '') || fallback)
      long.leaveBehind(new Set(gone.map((stored) => stored.id ?? '')), fallback)
    }
    return { id, outcome: isNew ? 'new' : 'grown', newMessages: fresh.length }
  }

  /**
   * Ends the conversations that were read of a unit: no more comes of it.
   *
   * @throws ChatCliError `storage`
   */
  endUnit(): void {
    this.#others.clear()
    this.#settle()
    for (const [id, { long, file, before, fallback }] of this.#dryRun ? [] : this.#long) {
      const { source, title, other } = file
      const name = before?.file.name ?? this.#newName(file, id)
      const facts = {
        id,
        name,
        other,
        ...(source ? { source } : {}),
        ...(title ? { title } : {}),
      }
      this.#batch.add({ ...long.finish(facts, fallback), id, name }, before?.onDisk)
    }
    this.#long.clear()
  }
}

function bytesOf(before: SessionFile | undefined, { messages }: ReadConversation): number {
  const known = (before?.chat_history ?? []).reduce((sum, message) => sum + lengthOf(message), 0)
  return messages.reduce((sum, { message }) => sum + lengthOf(message), known)
}
