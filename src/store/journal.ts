import type { EventBody, LineRef, MessageBody, MessageRef, TranscriptEvent } from '../conversation/event.ts'
import { ConversationFold, isIdOf, ownId } from '../conversation/fold.ts'
import { messageHash, sha256 } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'
import { foldTranscript } from './fold-transcript.ts'
import { foldWhole } from './fold-whole.ts'
import { isTextGone } from './keep-on-disk.ts'
import { isBuried } from './is-buried.ts'
import { missingMessages } from './foreign-change.ts'
import { readTranscript } from './read-transcript.ts'
import { restart } from './restart.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { TranscriptPlace } from './snapshot.ts'
import type { StoreContext } from './store-context.ts'
import { newTranscriptId } from './transcript-id.ts'
import { TranscriptLog } from './transcript-log.ts'

/** Where a writer begins. */
export interface JournalStart {
  /** The writer: random, one per process and transcript. */
  readonly w: string
  /** The transcript to go on with, or the id for a new one. */
  readonly id: string
  /** The place the fold stands at; undefined when the transcript is not there yet. */
  readonly place: TranscriptPlace | undefined
  readonly fold: ConversationFold
  /** Lines a new transcript begins with. */
  readonly seed: readonly TranscriptEvent[]
  /** What this writer says before its first own line. */
  readonly first: readonly EventBody[]
}

export interface KnownMessage {
  readonly ref: MessageRef
  readonly hash: string
  readonly turn: string
}

export interface Written {
  /** The names of the lines. */
  readonly refs: readonly LineRef[]
  /** In the transcript, beside it, or nowhere on the disk because transcripts are off. */
  readonly where: 'transcript' | 'side-file' | 'memory'
  /** The transcript had been deleted: the conversation went on in a new one, which is the journal's from now on. */
  readonly isRestarted: boolean
}

/** One writer's end of one transcript, together with the fold of all lines in it, whoever wrote them. */
export class Journal {
  readonly #context: StoreContext
  #log: TranscriptLog
  #fold: ConversationFold
  #place: TranscriptPlace
  #seed: readonly TranscriptEvent[]
  #first: readonly EventBody[]
  #n = 0
  #m = 0
  #turns = 0
  /** The fold holds lines in another order than the file will have them. */
  #isOutOfOrder = false
  /** The file that was folded. */
  #ino: number | undefined
  #saidAgain = 0

  constructor(context: StoreContext, { w, id, place, fold, seed, first }: JournalStart) {
    this.#context = context
    this.#log = new TranscriptLog(context, id, w, { isNew: place === undefined })
    this.#fold = fold
    this.#place = place ?? START
    this.#seed = seed
    this.#first = first
    this.#ino = place === undefined ? undefined : context.disk.stat(this.#path)?.ino
  }

  /** Id of the transcript. */
  get id(): string {
    return this.#log.id
  }

  get fold(): ConversationFold {
    return this.#fold
  }

  /** The fold of all lines, also of those that a snapshot stood for. */
  whole(): ConversationFold {
    if (this.#fold.isContinued && this.hasTranscript && this.#context.transcripts) this.#foldAll()
    return this.#fold
  }

  /** The fold as it stood right behind a line; undefined when the lines are not kept, or that one is not there. */
  foldTo([w, n]: LineRef): ConversationFold | undefined {
    const fold = new ConversationFold()
    for (const event of this.#events()) {
      fold.apply(event)
      if (event.w === w && event.n === n) return fold
    }
    return undefined
  }

  get status(): 'saved' | 'side-file' | 'not-saved' {
    return this.#log.status
  }

  /** What it was forked from, also while nothing of it is written. */
  get forkedFrom(): Readonly<Record<string, unknown>> | undefined {
    for (const body of this.#first) if (body.kind === 'mark' && body.mark === 'forked-from') return body.data
    return this.#fold.forkedFrom
  }

  /** How far the fold goes in the transcript; undefined while there is none. */
  get place(): TranscriptPlace | undefined {
    return this.#log.isNew || !this.#context.transcripts ? undefined : this.#place
  }

  get hasTranscript(): boolean {
    return !this.#log.isNew
  }

  /** True when somebody has deleted the transcript. */
  get isGone(): boolean {
    return (
      this.#context.transcripts && this.hasTranscript && this.#context.disk.stat(this.#path) === undefined
    )
  }

  /** True once this writer has written a line. */
  get hasWritten(): boolean {
    return this.#n > 0
  }

  /** The next line of this writer, behind what it says first. */
  get nextRef(): LineRef {
    return [this.#log.w, this.#n + this.#first.length]
  }

  newTurn(): string {
    return `${this.#log.w}-${this.#turns++}`
  }

  /** What a message line says; messages are to be written in the order they are made here. */
  said(message: Message): MessageBody {
    // The id is set when the line gets its number.
    return { kind: 'message', m: this.#m++, id: message.id ?? '', hash: messageHash(message), message }
  }

  /** The message that has an id of another program already. */
  byId(id: string): KnownMessage | undefined {
    const known = this.#fold.byId(id)
    // What this writer has made, nobody said before it.
    const isOwn = isIdOf(id, this.#log.w)
    if (known !== undefined || isOwn || !this.#fold.mayHideIds) return known
    this.#foldAll()
    return this.#fold.byId(id)
  }

  /**
   * Writes lines of one turn in one step, and folds them. When the disk refuses they are folded all the same, and go to
   * the disk with the next lines that do.
   *
   * @throws ChatCliError `storage`
   */
  write(bodies: readonly EventBody[], turn: string): Written {
    const at = new Date(this.#context.now()).toISOString()
    const opening = this.#first.map((body) => this.#line(body, turn, at))
    this.#first = []
    const lines = bodies.map((body) => this.#line(body, turn, at))
    const id = this.#log.id
    const where = this.#append([...opening, ...lines])
    return { refs: lines.map(({ w, n }) => [w, n]), where, isRestarted: this.#log.id !== id }
  }

  /** Folds in what others appended; reads nothing when nothing was. Returns how many messages came. */
  catchUp(): number {
    if (!this.hasTranscript || !this.#context.transcripts) return 0
    const stat = this.#context.disk.stat(this.#path)
    if (stat === undefined) return 0
    const isReplaced = stat.ino !== (this.#ino ?? stat.ino) || stat.size < this.#place.offset
    const isUpToDate = stat.size === this.#place.offset && !this.#isOutOfOrder && !isReplaced
    this.#ino = stat.ino
    if (isUpToDate) return 0
    const before = this.#fold
    const count = before.record.length
    if (!this.#isOutOfOrder && !isReplaced) this.#foldTail()
    else {
      this.#foldAll()
      this.#sayAgain(before)
    }
    return this.#fold.record.length - count
  }

  /** How many messages were written again, since this was last asked, because an older file was put in the place of theirs. */
  takeSaidAgain(): number {
    const count = this.#saidAgain
    this.#saidAgain = 0
    return count
  }

  /** Removes the transcript this writer has just made. */
  discard(): void {
    this.#log.close()
    this.#n = 0
    try {
      this.#context.disk.unlink(this.#path)
    } catch {
      // Then it is listed as an interrupted conversation, and nothing is lost.
    }
  }

  close(): void {
    this.#log.close()
  }

  get #path(): string {
    return transcriptPath(this.#context, this.#log.id)
  }

  *#events(): Generator<TranscriptEvent, void, undefined> {
    if (!this.hasTranscript) yield* this.#seed
    else if (this.#context.transcripts) {
      for (const file of [this.#path, ...sideFilesOf(this.#context, this.#log.id)])
        for (const item of readTranscript(this.#context.disk, file))
          if (item.kind === 'event') yield item.event
      yield* this.#log.unsaved
    }
  }

  #line(body: EventBody, turn: string, at: string): TranscriptEvent {
    const { w } = this.#log
    const n = this.#n++
    if (body.kind !== 'message') return { v: 1, w, n, at, turn, ...body }
    // Written out, since every turn pays for it.
    const { kind, m, hash, message } = body
    return { v: 1, w, n, at, turn, kind, m, id: body.id || ownId({ w, n }), hash, message }
  }

  #append(events: readonly TranscriptEvent[]): Written['where'] {
    // What was deleted before this surface came to its first line must not rise again under the same id.
    if (!this.hasTranscript && this.#seed.length > 0 && this.#isBuried()) {
      this.#seed = []
      return this.#restart(events)
    }
    const all = [...this.#seed, ...events]
    this.#seed = []
    if (!this.#context.transcripts) {
      for (const event of all) this.#fold.apply(event)
      return 'memory'
    }
    let outcome
    try {
      outcome = this.#log.append(all)
    } catch (error) {
      // The conversation it copies was purged before anything was said here.
      if (all.length > events.length && isTextGone(error)) return this.#restart(events)
      this.#foldUnplaced(all)
      throw error
    }
    if (outcome.where === 'gone') return this.#restart(events)
    if (outcome.where === 'side-file') this.#foldUnplaced(all)
    else if (outcome.offset === this.#place.offset && !this.#isOutOfOrder) {
      for (const event of all) this.#fold.apply(event)
      this.#place = { offset: outcome.offset + outcome.length, crc: outcome.crc }
      // An undo may name what the snapshot did not hold.
      if (this.#fold.needsAll) this.#foldAll()
    } else this.catchUp()
    return outcome.where
  }

  #isBuried(): boolean {
    try {
      return this.#context.transcripts && isBuried(this.#context, this.#log.id)
    } catch {
      // What is said comes first; the append will tell what is wrong with the disk.
      return false
    }
  }

  /** Goes on in a new transcript that begins with the window. */
  #restart(events: readonly TranscriptEvent[]): Written['where'] {
    const { w, id } = this.#log
    this.#log.close()
    const fresh = newTranscriptId(this.#context.now(), this.#context.randomHex)
    this.#log = new TranscriptLog(this.#context, fresh, w, { isNew: true })
    const counted = events.filter(({ kind }) => kind === 'message').length
    const earlier = { id, w, n: events[0]?.n ?? this.#n, m: this.#m - counted }
    this.#seed = restart(this.#context, this.#fold.state(), earlier)
    this.#fold = new ConversationFold()
    this.#place = START
    this.#ino = undefined
    return this.#append(events)
  }

  /** What the window had and the transcript has lost. */
  #sayAgain(before: ConversationFold): void {
    const [w, n] = this.nextRef
    const inserts = missingMessages(before.window(), this.#fold, { w, n })
    const known = this.#fold.state().settings
    const facts = Object.entries(before.state().settings).filter(([key]) => known[key] === undefined)
    const bodies: EventBody[] = []
    if (inserts.length > 0) {
      const from = sha256(JSON.stringify(inserts))
      bodies.push({ kind: 'adopt', from, removes: [], changes: [], inserts })
    }
    if (facts.length > 0) bodies.push({ kind: 'set', set: Object.fromEntries(facts) })
    this.#saidAgain += inserts.length
    if (bodies.length > 0) this.write(bodies, this.newTurn())
  }

  #foldUnplaced(events: readonly TranscriptEvent[]): void {
    for (const event of events) this.#fold.apply(event)
    this.#isOutOfOrder = true
  }

  #foldTail(): void {
    const from = { offset: this.#place.offset, fold: this.#fold }
    const { offset, crc } = foldTranscript(this.#context.disk, this.#path, { from })
    if (offset > this.#place.offset) this.#place = { offset, crc }
    if (this.#fold.needsAll) this.#foldAll()
  }

  #foldAll(): void {
    const { fold, offset, crc } = foldWhole(this.#context, this.#log.id)
    for (const event of this.#log.unsaved) fold.apply(event)
    this.#fold = fold
    this.#place = { offset, crc }
    this.#isOutOfOrder = this.#log.status !== 'saved'
  }
}

const START: TranscriptPlace = { offset: 0, crc: '' }
