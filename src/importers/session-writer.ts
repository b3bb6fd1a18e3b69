import type { SessionFile } from '../conversation/session-file.ts'
import type { FileStat } from '../disk/disk.ts'
import { ChatCliError } from '../errors.ts'
import { readCatalogue } from '../store/catalogue.ts'
import { importedId } from '../store/imported-id.ts'
import { readSession } from '../store/read-session.ts'
import type { StoreContext } from '../store/store-context.ts'
import { readTombstones } from '../store/tombstones.ts'
import { listTrash } from '../store/trash.ts'
import { importedName } from './imported-name.ts'
import { lengthOf, LONG_SESSION, LongSession } from './long-session.ts'
import { mergeSession, type ReadConversation } from './merge-session.ts'
import { SessionBatch } from './session-batch.ts'

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

/** Turns conversations into sessions of the home, and adds to those that are there already. */
export class SessionWriter {
  readonly #context: StoreContext
  readonly #batch: SessionBatch
  readonly #dryRun: boolean
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  #purged: ReadonlySet<string> = new Set()
  #inTrash: ReadonlySet<string> = new Set()
  readonly #isSealed: boolean
  /** Conversations that are being added to, piece by piece. */
  readonly #long = new Map<string, OpenSession>()
  /** What other conversations hold, of those that one unit is compared with. */
  readonly #others = new Map<string, { has(id: string): boolean }>()
  /** What a dry run has counted: ids of messages, by the id of their session. */
  readonly #counted = new Map<string, Set<string>>()

  /** @throws ChatCliError `storage`, `key` */
  constructor(context: StoreContext, { onPlaced, dryRun, batch }: SessionWriterOptions) {
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
    let before = open?.before
    try {
      if (open === undefined) before = this.#read(id)
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code === 'storage') throw error
      return { id, outcome: 'not-writable', newMessages: 0, detail: error.message }
    }
    if (this.#purged.has(id)) return { id, outcome: 'purged', newMessages: 0 }
    if (this.#inTrash.has(id)) return { id, outcome: 'in-trash', newMessages: 0 }
    const isLong =
      open !== undefined ||
      before?.file.transcript_id !== undefined ||
      (this.#context.transcripts && bytesOf(before?.file, read) > LONG_SESSION)
    if (isLong) return this.#writeLong(before, read, id)
    const merged = mergeSession(before?.file, read)
    if (merged === undefined) return { id, outcome: before === undefined ? 'empty' : 'same', newMessages: 0 }
    const { file, newMessages } = merged
    const outcome = before === undefined && !this.#counted.has(id) ? 'new' : 'grown'
    if (this.#dryRun) {
      const isMet = this.#counted.has(id)
      const count = this.#count(id, file, before?.file)
      return { id, outcome: isMet && count === 0 ? 'same' : outcome, newMessages: count }
    }
    this.#batch.add({ ...file, id, name: before?.file.name ?? this.#newName(file, id) }, before?.onDisk)
    return { id, outcome, newMessages }
  }

  /** The ids of the messages a conversation has. @throws ChatCliError `storage` */
  messageIds(tool: string, conversation: string): { has(id: string): boolean } {
    const id = importedId(tool, conversation)
    const open = this.#long.get(id)?.long ?? this.#counted.get(id) ?? this.#others.get(id)
    if (open !== undefined) return open
    const file = this.#read(id)?.file
    const ids =
      file?.transcript_id === undefined
        ? new Set(file?.chat_history.map((stored) => stored.id ?? ''))
        : new LongSession(this.#context, file.transcript_id)
    this.#others.set(id, ids)
    return ids
  }

  /** How many messages of a session a dry run has not met yet. */
  #count(id: string, { chat_history: history }: SessionFile, before: SessionFile | undefined): number {
    const idsOf = (messages: SessionFile['chat_history']): string[] => messages.map((each) => each.id ?? '')
    const counted = this.#counted.get(id) ?? new Set(idsOf(before?.chat_history ?? []))
    this.#counted.set(id, counted)
    const known = counted.size
    for (const each of idsOf(history)) counted.add(each)
    return counted.size - known
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

  #read(id: string): KnownSession | undefined {
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
    for (const { id, name } of readCatalogue(this.#context).rows) {
      if (id !== '') this.#names.set(id, name)
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
    const base =
      known?.file ??
      (before === undefined || transcript === undefined ? before?.file : { ...before.file, chat_history: [] })
    const merged = mergeSession(base, read)
    if (merged === undefined) return { id, outcome: 'same', newMessages: 0 }
    const { chat_history: history, ...file } = merged.file
    const long = known?.long ?? new LongSession(this.#context, transcript ?? id)
    const fresh = history.filter((stored) => !long.has(stored.id ?? ''))
    const isNew = before === undefined && known === undefined
    if (fresh.length === 0 && !isNew && history.every(({ state }) => state === undefined))
      return { id, outcome: 'same', newMessages: 0 }
    const fallback = Date.parse(file.updated_at ?? '') || Math.round(read.mtimeMs)
    this.#long.set(id, { long, file: { ...file, chat_history: [] }, before, fallback })
    if (!this.#dryRun) {
      for (const stored of fresh)
        long.add(stored, Date.parse(stored.created_at ?? stored.said_at ?? '') || fallback)
      const gone = history.flatMap(({ id: own = '', state }) => (state === undefined ? [] : [own]))
      long.leaveBehind(new Set(gone), fallback)
    }
    return { id, outcome: isNew ? 'new' : 'grown', newMessages: fresh.length }
  }

  /**
   * Ends the conversations that are too long to be written at once: no more comes of the unit they were read from.
   *
   * @throws ChatCliError `storage`
   */
  endUnit(): void {
    this.#others.clear()
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
