import type { EventBody, LineRef, MarkBody, MessageRef, SetBody, Settings } from '../conversation/event.ts'
import type { Entry } from '../conversation/entry-list.ts'
import type {
  ConversationState,
  OpenTurn,
  RewriteSummary,
  WindowMessage,
} from '../conversation/fold-state.ts'
import { messageHash } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import type { Acknowledgement } from './acknowledgement.ts'
import { ChangedLog } from './changed-log.ts'
import { checkMessage } from './check-message.ts'
import type { Journal, KnownMessage } from './journal.ts'
import { loadConversation } from './load-conversation.ts'
import type { LiveNotice } from './live-notice.ts'
import type { SnapshotWriter } from './snapshot-writer.ts'
import type { StoreContext } from './store-context.ts'

/** A conversation from its first line on. */
export interface WholeConversation {
  /** Everything ever said, in file order. */
  readonly record: readonly Readonly<Entry>[]
  /** Oldest first. */
  readonly rewrites: readonly RewriteSummary[]
  readonly openTurns: readonly OpenTurn[]
  window(): readonly WindowMessage[]
  state(): ConversationState
}

/** A conversation as it was once. */
export interface PastConversation {
  window(): readonly WindowMessage[]
  state(): ConversationState
  /** Whether a line was there already. */
  has(ref: LineRef): boolean
}

interface WrittenLines extends Acknowledgement {
  readonly refs: readonly LineRef[]
}

export interface AppendOptions {
  /** Groups messages; a new turn when not given. */
  readonly turn?: string
  /** The turn is over with these messages; true when not given. */
  readonly end?: boolean
  /** What else is to be said in the same write, behind the messages. */
  readonly also?: readonly (MarkBody | SetBody)[]
}

/** How a conversation comes to life. */
export interface LiveStart {
  readonly journal: Journal
  readonly snapshot: SnapshotWriter
  readonly notices: readonly LiveNotice[]
}

/**
 * A conversation that a surface holds: its journal, its snapshot, and what happened to it elsewhere. An append is
 * acknowledged once its lines are on the disk; a failure is told at once and forgets nothing.
 */
export class LiveConversation {
  readonly #context: StoreContext
  readonly #journal: Journal
  readonly #snapshot: SnapshotWriter
  readonly #changes: ChangedLog
  #notices: LiveNotice[]
  /** Without transcripts: what was said last did not get into the session file. */
  #isFileBehind = false
  #isClosed = false

  constructor(context: StoreContext, { journal, snapshot, notices }: LiveStart) {
    this.#context = context
    this.#journal = journal
    this.#snapshot = snapshot
    this.#changes = new ChangedLog(context)
    this.#notices = [...notices]
  }

  get id(): string {
    return this.#snapshot.id
  }

  get transcriptId(): string {
    return this.#journal.id
  }

  /** What the session was called that it was branched or forked from. */
  get branchedFrom(): string | undefined {
    const name = this.#journal.forkedFrom?.['name']
    return typeof name === 'string' ? name : undefined
  }

  /** The same for all conversations that were forked from one another. */
  get family(): string {
    const { id, family = id } = this.#journal.forkedFrom ?? {}
    return typeof family === 'string' ? family : this.transcriptId
  }

  /** Whether anything of it is in a transcript. */
  get hasTranscript(): boolean {
    return this.#journal.hasTranscript
  }

  /** The session it is bound to. */
  get name(): string | undefined {
    return this.#snapshot.name
  }

  /** `not-saved` from a failed append on, until everything is on the disk again. */
  get status(): 'saved' | 'side-file' | 'not-saved' {
    return this.#isFileBehind && this.name !== undefined ? 'not-saved' : this.#journal.status
  }

  state(): ConversationState {
    return this.#journal.fold.state()
  }

  /** Everything there is of it, also what a snapshot stood for; reads the transcript from its first byte when it must. */
  whole(): WholeConversation {
    return this.#journal.whole()
  }

  /**
   * Itself as it was right behind the line of a message.
   *
   * @returns undefined when the lines are not kept, or that one is not there
   */
  back(to: MessageRef): PastConversation | undefined {
    return this.#journal.foldTo([to[0], to[1]])
  }

  /** Everything ever said in it, in file order, as far as this writer has read it. */
  get entries(): readonly Readonly<Entry>[] {
    return this.#journal.fold.record
  }

  /** Whether what is said in it goes to a transcript; else its session file is all there is. */
  get keepsTranscript(): boolean {
    return this.#context.transcripts
  }

  /** Whether this writer has read the line of a message. */
  hasLine(ref: MessageRef): boolean {
    return this.#journal.fold.has([ref[0], ref[1]])
  }

  /** Bytes of its session file; 0 while there is none. */
  get snapshotSize(): number {
    return this.#snapshot.size
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
   * A message whose `id` is there already, saying the same, was handed over before and is not written again.
   *
   * @throws ChatCliError `usage` for what is no message; `conflict` for another text under an id; `storage` when the
   *   disk refuses: the messages are kept in the window and go to the disk with the next append that succeeds, and
   *   {@link status} says so
   */
  append(messages: readonly Message[], options: AppendOptions = {}): Acknowledgement {
    const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]))
    const twice = ids.find((id, i) => ids.indexOf(id) !== i)
    if (twice !== undefined) throw idTaken(twice)
    const known = messages.map((message) => this.#known(checkMessage(message)))
    // What was cut short and is handed over again goes on in the turn it began.
    const {
      turn = known.find((found) => found !== undefined)?.turn ?? this.newTurn(),
      end = true,
      also = [],
    } = options
    const fresh = messages.filter((_, i) => known[i] === undefined)
    const created_at = new Date(this.#context.now()).toISOString()
    const said = fresh.map((message) => this.#journal.said({ created_at, ...message }))
    const ending: EventBody[] = end ? [{ kind: 'mark', mark: 'turn-end' }] : []
    const { refs, where } = this.#write([...said, ...also, ...ending], turn)
    const written = refs.values()
    return { refs: known.map((found) => found?.ref ?? written.next().value ?? ['', 0]), where }
  }

  set(settings: Settings): void {
    this.record({ kind: 'set', set: settings })
  }

  /** Appends any other event. */
  record(body: Exclude<EventBody, { kind: 'message' }>, turn: string = this.newTurn()): LineRef {
    const { refs } = this.#write([body], turn)
    return refs[0] ?? ['', 0]
  }

  newTurn(): string {
    return this.#journal.newTurn()
  }

  /** Folds in what other writers appended; reads nothing when nothing was. */
  catchUp(): void {
    const { name } = this.#journal.fold
    this.#noteOthers(this.#journal.catchUp(), name)
  }

  /**
   * Takes over whatever happened to it elsewhere: lines of other writers, a session file that another program changed.
   *
   * @returns false without transcripts when the file was changed: then it must be opened again, as the last writer wins
   * @throws ChatCliError `conflict`, `damaged`, `storage`
   */
  refresh(): boolean {
    this.catchUp()
    const found = this.#snapshot.look()
    if (found === 'gone') this.#findName()
    if (found !== 'foreign') return true
    if (!this.#context.transcripts) return false
    if (this.name !== undefined) this.#adopt(this.name)
    return true
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
      const { fold, place, hasTranscript, id } = this.#journal
      const outcome = this.#snapshot.write(fold.state(), hasTranscript ? id : undefined, place)
      if (outcome === 'written') this.#isFileBehind = false
      if (outcome === 'written' && this.#isStillThere()) {
        this.#changes.note({ id: this.id, what: 'saved' })
        return true
      }
      if (outcome === 'foreign') this.#adopt(this.name)
      else if (outcome === 'gone') this.#findName()
    }
    throw new ChatCliError('conflict', `The session "${this.name}" is being changed again and again`, {
      hint: 'Close the other programs that write it; your conversation is safe in its transcript.',
    })
  }

  /**
   * Gives the conversation a name; {@link save} writes it.
   *
   * @param options.machine the program names it itself
   * @throws ChatCliError `invalid-name`, `exists`
   */
  bind(name: string, options: { readonly machine?: boolean } = {}): void {
    this.#snapshot.rebind(name, options)
    this.record({ kind: 'mark', mark: 'named', data: { name } })
  }

  /** Gives up a name under which nothing was saved. */
  unbind(): void {
    this.#snapshot.name = undefined
    this.#snapshot.claim()
  }

  /** Puts into the transcript what an append could not. @throws ChatCliError `storage` */
  settle(): void {
    if (this.#journal.status === 'not-saved') this.#write([], this.newTurn())
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
    this.#write([], this.newTurn())
  }

  /** Removes the transcript this writer has just made: it could not become a session. */
  discard(): void {
    this.#journal.discard()
  }

  /** Ends this writer. What is on the disk stays as it is. */
  close(): void {
    if (this.#isClosed) return
    try {
      // A deleted conversation has come to its end without it.
      const isOver = !this.#context.transcripts || !this.#journal.hasWritten || this.#journal.isGone
      if (!isOver) this.record({ kind: 'mark', mark: 'close' })
    } finally {
      this.#isClosed = true
      this.#journal.close()
      this.#changes.close()
    }
  }

  #known(message: Message): KnownMessage | undefined {
    const found = message.id === undefined ? undefined : this.#journal.byId(message.id)
    if (found === undefined || found.hash === messageHash(message)) return found
    throw idTaken(message.id ?? '')
  }

  #write(bodies: readonly EventBody[], turn: string): WrittenLines {
    if (this.#isClosed) {
      const hint = 'Open the session again to go on with it.'
      throw new ChatCliError('refused', 'This conversation was closed', { hint })
    }
    const { name } = this.#journal.fold
    const before = this.#journal.fold.record.length
    const { refs, where, isRestarted } = this.#journal.write(bodies, turn)
    if (where === 'memory') {
      this.#isFileBehind = true
      return { refs, where: this.save() ? 'session-file' : 'memory' }
    }
    this.#changes.note({ id: this.id, what: 'appended' })
    if (isRestarted) {
      this.#forgetName()
      this.#snapshot.becomeNew(this.#journal.id)
    } else {
      const own = bodies.filter(({ kind }) => kind === 'message').length
      this.#noteOthers(this.#journal.fold.record.length - before - own, name)
    }
    return { refs, where }
  }

  /** What other writers had appended: their messages, and perhaps another name. */
  #noteOthers(messages: number, nameBefore: string | undefined): void {
    if (messages > 0) this.#noteCaughtUp(messages)
    const again = this.#journal.takeSaidAgain()
    if (again > 0) this.#notices.push({ kind: 'transcript-shorter', messages: again })
    if (this.#journal.fold.name !== nameBefore) this.#followRename()
  }

  /** However often it was looked at since: it is told once. */
  #noteCaughtUp(messages: number): void {
    let count = messages
    const others: LiveNotice[] = []
    for (const notice of this.#notices) {
      if (notice.kind === 'caught-up') count += notice.messages
      else others.push(notice)
    }
    this.#notices = [...others, { kind: 'caught-up', messages: count }]
  }

  /** Goes along with a rename elsewhere; a rename that has only been announced comes later. */
  #followRename(): boolean {
    const { name } = this
    const to = this.#journal.fold.name
    if (name === undefined || to === undefined || to === name || !this.#snapshot.follow(to)) return false
    this.#notices.push({ kind: 'renamed-elsewhere', from: name, to })
    return true
  }

  /** Whoever renames or deletes a session says so in its transcript first, so one look after a write is enough. */
  #isStillThere(): boolean {
    const { name } = this
    this.catchUp()
    if (this.name === name && !this.#followRename() && !this.#journal.isGone) return true
    this.#snapshot.takeBack()
    if (this.#journal.isGone) this.#forgetName()
    return false
  }

  #findName(): void {
    if (!this.#followRename()) this.#forgetName()
  }

  #forgetName(): void {
    const { name } = this
    if (name !== undefined) this.#notices.push({ kind: 'deleted-elsewhere', name })
    this.#snapshot.name = undefined
  }

  #adopt(name: string): void {
    const [w, n] = this.#journal.nextRef
    const known = { transcriptId: this.#journal.hasTranscript ? this.#journal.id : undefined }
    const loaded = loadConversation(this.#context, name, { writer: { w, n }, known })
    this.#notices.push(...loaded.notes)
    if (loaded.foreignEdit !== undefined) this.record(loaded.foreignEdit)
    if (loaded.foreignSettings !== undefined) this.set(loaded.foreignSettings)
  }
}

function idTaken(id: string): ChatCliError {
  const hint = 'Leave the id out, or give each message one of its own.'
  return new ChatCliError('conflict', `Another message has the id "${id}" already`, { hint })
}
