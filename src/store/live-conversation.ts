import type { EventBody, LineRef, Settings, TranscriptEvent } from '../conversation/event.ts'
import { ConversationFold, ownId } from '../conversation/fold.ts'
import type { ConversationState } from '../conversation/fold-state.ts'
import { messageHash } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import { ChangedLog } from './changed-log.ts'
import { checkMessage } from './check-message.ts'
import { foldTranscript } from './fold-transcript.ts'
import { loadConversation } from './load-conversation.ts'
import type { LoadNote } from './load-note.ts'
import { restart } from './restart.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import { SnapshotWriter } from './snapshot-writer.ts'
import type { StoreContext } from './store-context.ts'
import { newTranscriptId } from './transcript-id.ts'
import { TranscriptLog } from './transcript-log.ts'

/** What happened to a conversation elsewhere, to be told to the person. */
export type LiveNotice =
  | LoadNote
  | { readonly kind: 'deleted-elsewhere'; readonly name: string }
  | { readonly kind: 'renamed-elsewhere'; readonly from: string; readonly to: string }
  | { readonly kind: 'caught-up'; readonly messages: number }

export interface Acknowledgement {
  /** The lines of the messages, in order. */
  readonly refs: readonly LineRef[]
  /**
   * Where the lines are safe: in the transcript; beside it, because it could not be written; in the session file alone,
   * because transcripts are off. `memory`: nowhere yet, because transcripts are off and the conversation has no name.
   */
  readonly where: 'transcript' | 'side-file' | 'session-file' | 'memory'
}

export interface AppendOptions {
  /** Groups messages; a new turn when not given. */
  readonly turn?: string
  /** The turn is over with these messages; true when not given. */
  readonly end?: boolean
}

/** How a conversation comes to life. */
export interface LiveStart {
  readonly w: string
  readonly id: string
  /** The transcript goes on behind this place; undefined when there is none yet. */
  readonly transcript: { readonly id: string; readonly offset: number; readonly crc: string } | undefined
  readonly fold: ConversationFold
  /** Lines a new transcript begins with. */
  readonly seed: readonly TranscriptEvent[]
  /** What this writer has to record first. */
  readonly first: readonly EventBody[]
  readonly snapshot: SnapshotWriter
  readonly notices: readonly LiveNotice[]
}

/**
 * A conversation that a surface holds: one writer of its transcript, the fold of all its lines, and its snapshot. An
 * append is acknowledged once its lines are on the disk; a failure is told at once and forgets nothing.
 */
export class LiveConversation {
  readonly #context: StoreContext
  readonly #snapshot: SnapshotWriter
  readonly #changes: ChangedLog
  #log: TranscriptLog
  #fold: ConversationFold
  #offset: number
  #crc: string
  #isNew: boolean
  #seed: readonly TranscriptEvent[]
  #first: readonly EventBody[]
  #n = 0
  #m = 0
  #turns = 0
  /** The fold holds lines in another order than the file will have them. */
  #refold = false
  #notices: LiveNotice[]

  constructor(context: StoreContext, start: LiveStart) {
    this.#context = context
    this.#changes = new ChangedLog(context)
    this.#log = new TranscriptLog(context, start.transcript?.id ?? start.id, start.w)
    this.#fold = start.fold
    this.#offset = start.transcript?.offset ?? 0
    this.#crc = start.transcript?.crc ?? ''
    this.#isNew = start.transcript === undefined
    this.#seed = start.seed
    this.#first = start.first
    this.#snapshot = start.snapshot
    this.#notices = [...start.notices]
  }

  get id(): string {
    return this.#snapshot.id
  }

  get transcriptId(): string {
    return this.#log.id
  }

  /** The session it is bound to. */
  get name(): string | undefined {
    return this.#snapshot.name
  }

  /** `not-saved` from a failed append on, until everything is on the disk again. */
  get status(): 'saved' | 'side-file' | 'not-saved' {
    return this.#log.status
  }

  state(): ConversationState {
    return this.#fold.state()
  }

  /** What happened elsewhere since this was last asked. */
  takeNotices(): readonly LiveNotice[] {
    const notices = this.#notices
    this.#notices = []
    return notices
  }

  /**
   * Appends messages of one turn in one write; they are on the disk when this returns. A message without a time gets
   * the present one.
   *
   * @throws ChatCliError `usage` for what is no message; `storage` when the disk refuses: the messages are kept in the
   *   window and go to the disk with the next append that succeeds, and {@link status} says so
   */
  append(messages: readonly Message[], options: AppendOptions = {}): Acknowledgement {
    const { turn = this.newTurn(), end = true } = options
    for (const message of messages) checkMessage(message)
    const created_at = new Date(this.#context.now()).toISOString()
    const opening = this.#opening(turn)
    const lines = messages.map((message) => this.#line(this.#said({ created_at, ...message }), turn))
    const closing = end ? [this.#line({ kind: 'mark', mark: 'turn-end' }, turn)] : []
    const where = this.#write([...opening, ...lines, ...closing])
    return { refs: lines.map(({ w, n }) => [w, n]), where }
  }

  set(settings: Settings): void {
    this.record({ kind: 'set', set: settings })
  }

  /** Appends any other event. */
  record(body: Exclude<EventBody, { kind: 'message' }>, turn: string = this.newTurn()): LineRef {
    const opening = this.#opening(turn)
    const line = this.#line(body, turn)
    this.#write([...opening, line])
    return [line.w, line.n]
  }

  newTurn(): string {
    return `${this.#log.w}-${this.#turns++}`
  }

  /** Folds in what other writers appended; reads nothing when nothing was. */
  catchUp(): void {
    if (this.#isNew || !this.#context.transcripts) return
    const { disk } = this.#context
    const path = transcriptPath(this.#context, this.#log.id)
    const stat = disk.stat(path)
    if (stat === undefined || (stat.size === this.#offset && !this.#refold)) return
    const before = this.#fold.record.length
    const name = this.#fold.name
    if (this.#refold || stat.size < this.#offset) this.#foldAll(path)
    else this.#foldTail(path)
    if (this.#fold.needsAll) this.#foldAll(path)
    const messages = this.#fold.record.length - before
    if (messages > 0) this.#notices.push({ kind: 'caught-up', messages })
    this.#follow(name)
  }

  /**
   * Writes the snapshot under the conversation's name, if it has one.
   *
   * @returns false when there is no name, or not any more
   * @throws ChatCliError `conflict`, `damaged` or `storage`; the transcript has everything in any case
   */
  save(): boolean {
    for (let tries = 0; tries < 5; tries++) {
      this.catchUp()
      if (this.name === undefined) return false
      const id = this.#isNew ? undefined : this.#log.id
      const isTied = id !== undefined && this.#context.transcripts
      const place = isTied ? { offset: this.#offset, crc: this.#crc } : undefined
      const outcome = this.#snapshot.write(this.#fold.state(), id, place)
      if (outcome === 'written') {
        this.#changes.note({ id: this.id, what: 'saved' })
        return true
      }
      if (outcome === 'foreign') this.#adopt(this.name)
      else this.#forgetName()
    }
    throw new ChatCliError('conflict', `The session "${this.name}" is being changed again and again`, {
      hint: 'Close the other programs that write it; your conversation is safe in its transcript.',
    })
  }

  /**
   * Gives the conversation a name; {@link save} writes it.
   *
   * @throws ChatCliError `invalid-name`, `exists`
   */
  bind(name: string): void {
    this.#snapshot.rebind(name)
    this.record({ kind: 'mark', mark: 'named', data: { name } })
  }

  /** A person has named it: retention leaves it alone from the next {@link save} on. */
  claim(): void {
    this.#snapshot.claim()
  }

  /** Its session file was renamed, by this process. */
  followRename(name: string): void {
    this.#snapshot.follow(name)
  }

  /** Writes what a new transcript begins with, before anything is said. */
  begin(): void {
    const turn = this.newTurn()
    this.#write(this.#opening(turn))
  }

  /** Removes the transcript this writer has just made: it could not become a session. */
  discard(): void {
    this.#log.close()
    this.#n = 0
    try {
      this.#context.disk.unlink(transcriptPath(this.#context, this.#log.id))
    } catch {
      // Then it is listed as an interrupted conversation, and nothing is lost.
    }
  }

  /** Ends this writer. What is on the disk stays as it is. */
  close(): void {
    try {
      if (this.#n > 0 && this.#context.transcripts) this.record({ kind: 'mark', mark: 'close' })
    } finally {
      this.#log.close()
      this.#changes.close()
    }
  }

  #said(message: Message): EventBody {
    const id = message.id ?? ownId({ w: this.#log.w, n: this.#n })
    return { kind: 'message', m: this.#m++, id, hash: messageHash(message), message }
  }

  /** Before its first own line a writer says who it is, and what it found changed. */
  #opening(turn: string): TranscriptEvent[] {
    const bodies = this.#first
    this.#first = []
    return bodies.map((body) => this.#line(body, turn))
  }

  #line(body: EventBody, turn: string): TranscriptEvent {
    return {
      v: 1,
      w: this.#log.w,
      n: this.#n++,
      at: new Date(this.#context.now()).toISOString(),
      turn,
      ...body,
    }
  }

  #write(events: readonly TranscriptEvent[]): Acknowledgement['where'] {
    if (!this.#context.transcripts) return this.#writeFile(events)
    const all = [...this.#seed, ...events]
    this.#seed = []
    const isFirst = this.#isNew
    this.#isNew = false
    let outcome
    try {
      outcome = this.#log.append(all, { create: isFirst })
    } catch (error) {
      this.#foldHere(all)
      throw error
    }
    if (outcome.where === 'gone') return this.#startOver(events)
    if (outcome.where === 'side-file') this.#foldHere(all)
    else {
      if (outcome.offset === this.#offset && !this.#refold) {
        for (const event of all) this.#fold.apply(event)
        this.#offset += outcome.length
        this.#crc = outcome.crc
        // An undo may name what the snapshot did not hold.
        if (this.#fold.needsAll) this.#foldAll(transcriptPath(this.#context, this.#log.id))
      } else this.catchUp()
      this.#changes.note({ id: this.id, what: 'appended' })
    }
    return outcome.where
  }

  #foldHere(events: readonly TranscriptEvent[]): void {
    for (const event of events) this.#fold.apply(event)
    this.#refold = true
  }

  #writeFile(events: readonly TranscriptEvent[]): Acknowledgement['where'] {
    for (const event of [...this.#seed, ...events]) this.#fold.apply(event)
    this.#seed = []
    return this.save() ? 'session-file' : 'memory'
  }

  /** The transcript was deleted: the conversation goes on in a new one, without its name. */
  #startOver(events: readonly TranscriptEvent[]): 'transcript' | 'side-file' {
    this.#forgetName()
    const { w, id } = this.#log
    this.#log.close()
    const fresh = newTranscriptId(this.#context.now(), this.#context.randomHex)
    this.#log = new TranscriptLog(this.#context, fresh, w)
    this.#snapshot.becomeNew(fresh)
    const own = {
      n: events[0]?.n ?? this.#n,
      m: this.#m - events.filter(({ kind }) => kind === 'message').length,
    }
    const all = [...restart(this.#context, this.#fold.window(), { id, w, ...own }), ...events]
    this.#fold = new ConversationFold()
    this.#offset = 0
    this.#isNew = true
    return this.#write(all) === 'side-file' ? 'side-file' : 'transcript'
  }

  #forgetName(): void {
    const { name } = this
    if (name !== undefined) this.#notices.push({ kind: 'deleted-elsewhere', name })
    this.#snapshot.name = undefined
  }

  /** A rename elsewhere leaves a mark, and this surface goes along. */
  #follow(before: string | undefined): void {
    const { name } = this
    const to = this.#fold.name
    if (name === undefined || to === undefined || to === before || to === name) return
    this.#snapshot.follow(to)
    this.#notices.push({ kind: 'renamed-elsewhere', from: name, to })
  }

  #foldTail(path: string): void {
    const from = { offset: this.#offset, fold: this.#fold }
    const { offset, crc } = foldTranscript(this.#context.disk, path, { from })
    if (offset > this.#offset) this.#crc = crc
    this.#offset = offset
  }

  #foldAll(path: string): void {
    const sideFiles = sideFilesOf(this.#context, this.#log.id)
    const { fold, offset, crc } = foldTranscript(this.#context.disk, path, { sideFiles })
    for (const event of this.#log.unsaved) fold.apply(event)
    this.#fold = fold
    this.#offset = offset
    this.#crc = crc
    this.#refold = this.#log.status !== 'saved'
  }

  #adopt(name: string): void {
    const writer = { w: this.#log.w, n: this.#n + this.#first.length }
    const known = { transcriptId: this.#isNew ? undefined : this.#log.id }
    const { foreignEdit, foreignSettings, notes } = loadConversation(this.#context, name, { writer, known })
    this.#notices.push(...notes)
    if (foreignEdit !== undefined) this.record(foreignEdit)
    if (foreignSettings !== undefined) this.set(foreignSettings)
  }
}
