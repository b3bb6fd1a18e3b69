import type { ActiveConversation } from '../../agent/active-conversation.ts'
import { isWorthKeeping } from '../../agent/is-worth-keeping.ts'
import type { Mode } from '../../agent/turn.ts'
import { ChatCliError } from '../../errors.ts'
import type { Chat, Said, SayOptions } from '../chat/chat.ts'
import { type Appended, type HandedOver, appendHandedOver } from './append-handed-over.ts'
import { isMirrored } from './is-mirrored.ts'
import type { KeptRecord } from './kept-record.ts'
import type { FoundRecord, KeptRecords } from './kept-records.ts'
import { KnownIds } from './known-ids.ts'
import { freeMirrorName, mirrorName } from './mirror-name.ts'
import type { ServedOptions } from './served-options.ts'
import type { ServedStatus } from './served-status.ts'
import { takeUpKept } from './take-up-kept.ts'

export type { Appended, HandedOver }

export interface ServedStart {
  readonly principal: string
  readonly found: FoundRecord
  readonly records: KeptRecords
  /** Told when something of it is over: there may be too many live ones. */
  readonly onRest: () => void
}

/** A time of the last use is written when it is this much older, in milliseconds. */
const LATE = 60_000
/**
 * How often a mirror is begun: the name may be that of the same conversation in another process, which it joins then, and
 * at last of another one.
 */
const TRIES = 3

/**
 * One conversation of a client: it outlives the connection and the process. Everything that touches it runs one after the
 * other, in {@link alone}; another process that serves the same one is followed before, and what it is bound to is kept
 * behind.
 */
export class ServedConversation {
  readonly id: string
  readonly cwd: string
  /** Mode, model, window, live conversation; to be used within {@link alone}. */
  readonly chat: Chat
  readonly #options: ServedOptions
  readonly #start: ServedStart
  readonly #ids = new KnownIds()
  #found: FoundRecord
  #record: KeptRecord
  /** The conversation that has the name of the mirror. */
  #mirrored: string | undefined
  /** Where it was before what is being done. */
  #held: Pick<KeptRecord, 'session' | 'transcript'> = {}
  #isAwake = false
  #isForgotten = false
  #pending = 0
  #last: Promise<unknown> = Promise.resolve()
  #usedAt = 0

  constructor(options: ServedOptions, start: ServedStart) {
    const { record } = start.found
    this.#options = options
    this.#start = start
    this.#found = start.found
    this.#record = record
    this.id = record.id
    this.cwd = record.cwd
    this.chat = options.openChat({ id: record.id, cwd: record.cwd, mirror: () => this.#mirrorName() })
    this.chat.mode = record.mode
  }

  /** Something is being done in it, or waits for that. */
  get isBusy(): boolean {
    return this.#pending > 0
  }

  /** Files of it are open. */
  get isLive(): boolean {
    return this.#isAwake
  }

  /** It was deleted, here or elsewhere. */
  get isForgotten(): boolean {
    return this.#isForgotten
  }

  /** When it was last used, in milliseconds since the epoch. */
  get usedAt(): number {
    return this.#usedAt
  }

  status(): ServedStatus {
    const { id, cwd, isBusy } = this
    const { session, mirror, messages, mode, title, updatedAt } = this.#isAwake ? this.#now() : this.#record
    const shown = this.#isAwake ? this.#conversation.mirror : session === undefined ? mirror : undefined
    return { id, cwd, isBusy, session, mirror: shown, messages, mode, title, updatedAt }
  }

  /**
   * Runs after what was asked for before; nothing of this conversation runs beside it. What runs here uses {@link chat},
   * not the other methods, which would wait for it.
   *
   * @throws ChatCliError `not-found` when it was deleted meanwhile; as `ActiveConversation.load`; and what the work throws
   */
  alone<T>(work: () => Promise<T> | T): Promise<T> {
    this.#pending++
    const turn = this.#last.then(async () => {
      try {
        this.#begin()
        try {
          return await work()
        } finally {
          this.#end()
        }
      } finally {
        this.#pending--
        this.#usedAt = this.#options.now()
        this.#start.onRest()
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** A turn: `Chat.say` in its order, with the model that is set up; mirrored when it is over, however it ended. */
  say(words: string, options: SayOptions): Promise<Said> {
    return this.alone(async () => {
      if (this.chat.model === undefined) await this.chat.useModel()
      this.#announce()
      return this.chat.say(words, options)
    })
  }

  /** Remembers an agent's own turns, on the disk when this returns. @throws as `appendHandedOver` */
  append(messages: readonly HandedOver[]): Promise<Appended> {
    const { mode } = this.chat
    return this.alone(() => appendHandedOver(this.#conversation, messages, { ids: this.#ids, mode }))
  }

  /** @throws ChatCliError as `ActiveConversation.attach`, as the others do as their namesakes there */
  attach(name: string): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.attach(name))
  }

  load(name: string): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.load(name))
  }

  detach(): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.detach())
  }

  save(name?: string, options?: { readonly force?: boolean }): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.save(name, options))
  }

  fork(to: string): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.fork(to))
  }

  /** Saved once more, then a new conversation begins under the same id. */
  clear(): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.startNew())
  }

  /** Kept over a restart. */
  setMode(mode: Mode): Promise<void> {
    return this.alone(() => {
      this.chat.mode = mode
    })
  }

  /** Lets go of the live part, however little was said; whoever uses it next takes it up again. */
  async rest(): Promise<void> {
    if (!this.#isAwake && !this.isBusy) return
    await this.alone(() => undefined)
    if (this.isBusy || !this.#isAwake) return
    this.#record = this.#now()
    this.#conversation.rest()
    this.#isAwake = false
    this.#keep(this.#record)
  }

  /** The process ends. Without mirrors, what nobody named goes to the trash, as it does at the end of a chat. */
  async leave(): Promise<void> {
    const isLost = !isMirrored(this.#options.settings) && this.#conversation.name === undefined
    if (this.#isAwake && isLost) await this.alone(() => void this.#conversation.startNew())
    await this.rest()
  }

  /** Forgets it, and moves what nobody named to the trash; a session it is bound to stays. */
  delete(): Promise<void> {
    return this.alone(() => {
      const conversation = this.#conversation
      const { mirror, live } = conversation
      if (conversation.name !== undefined) conversation.rest()
      else if (mirror === undefined) {
        this.#options.chatcli.sessions.discard(live)
        conversation.abandon()
      } else {
        conversation.flush()
        conversation.delete(mirror)
      }
      this.#forget()
      this.#start.records.remove(this.id, this.#start.principal)
    })
  }

  get #conversation(): ActiveConversation {
    return this.chat.conversation
  }

  async #moving(work: () => void): Promise<ServedStatus> {
    await this.alone(work)
    return this.status()
  }

  /** What another process did with it is followed, and what was put down is taken up. */
  #begin(): void {
    const found = this.#isForgotten ? undefined : this.#look()
    if (found === undefined) {
      this.#forget()
      throw new ChatCliError('not-found', `There is no conversation "${this.id}" any more`, {
        hint: 'Begin a new one.',
      })
    }
    const isSame = found.record.generation === this.#record.generation
    this.#found = found
    if (!this.#isAwake) this.#takeUp(found.record)
    else if (!isSame) {
      this.#conversation.rest()
      this.#takeUp(found.record)
    } else if (this.#isAnother(found.record)) this.#join(found.record)
    this.#record = found.record
    const { name: session, live } = this.#conversation
    this.#held = { session, transcript: live.hasTranscript ? live.transcriptId : undefined }
  }

  /** What is kept of it now. A file that cannot be looked at stands in no turn's way while it is live. */
  #look(): FoundRecord | undefined {
    const { records, principal } = this.#start
    try {
      return records.read(this.id, principal, this.#found)
    } catch (error) {
      const isDisk = error instanceof ChatCliError && error.code === 'storage'
      if (!isDisk || !this.#isAwake) throw error
      return this.#found
    }
  }

  #forget(): void {
    if (this.#isAwake) this.#conversation.rest()
    this.#isAwake = false
    this.#isForgotten = true
  }

  #takeUp(record: KeptRecord): void {
    this.chat.mode = record.mode
    this.#mirrored = record.transcript
    takeUpKept(this.#options.chatcli.sessions, this.#conversation, record)
    this.#isAwake = true
  }

  /** Another process began the same conversation at the same moment. */
  #isAnother({ transcript }: KeptRecord): boolean {
    const { live, name, mirror } = this.#conversation
    // What is bound, or mirrored, finds the other one by its name.
    return (
      transcript !== undefined &&
      name === undefined &&
      mirror === undefined &&
      transcript !== live.transcriptId
    )
  }

  /** Goes on where the other one is, with what was said here. */
  #join(record: KeptRecord): void {
    const { live } = this.#conversation
    const said = live.hasTranscript || live.entries.length > 0 ? [...live.entries] : []
    this.#conversation.rest()
    this.#takeUp(record)
    const next = this.#conversation.live
    for (const { id, ref, at, turn, message } of said) {
      next.append([{ created_at: at, ...message, id: id ?? ref.join('-') }], { turn })
    }
    if (said.length > 0) this.#options.chatcli.sessions.discard(live)
  }

  /** What is bound to none is mirrored, and where it is now is kept. */
  #end(): void {
    if (this.#isForgotten) return
    const conversation = this.#conversation
    for (let tries = 1; tries <= TRIES && this.#mustMirror(); tries++) {
      if (tries === TRIES) this.#newMirror()
      conversation.endTurn()
      conversation.flush({ isSmall: true })
    }
    conversation.flush({ isSmall: true })
    if (conversation.mirror !== undefined) this.#mirrored = conversation.live.transcriptId
    this.#keep(this.#now())
  }

  #mustMirror(): boolean {
    const { name, mirror, live } = this.#conversation
    return (
      name === undefined && mirror === undefined && isWorthKeeping(live) && isMirrored(this.#options.settings)
    )
  }

  /** Where it is now. */
  #now(): KeptRecord {
    const { chat } = this
    const { live, name: session } = chat.conversation
    const { window, title } = live.state()
    const isWritten = live.keepsTranscript && live.hasTranscript
    const transcript = isWritten ? live.transcriptId : undefined
    const before = this.#record
    const held = this.#held
    const isMoved =
      session !== held.session || (held.transcript !== undefined && transcript !== held.transcript)
    const isUsed = isMoved || window.length !== before.messages || transcript !== before.transcript
    return {
      ...before,
      mode: chat.mode,
      session,
      transcript,
      from: live.hasTranscript ? undefined : live.branchedFrom,
      generation: before.generation + (isMoved ? 1 : 0),
      messages: window.length,
      title,
      updatedAt: isUsed ? this.#options.now() : before.updatedAt,
    }
  }

  /** Where the first words will be, in front of them: whoever comes after a crash in their turn looks there. */
  #announce(): void {
    const { keepsTranscript, transcriptId: transcript } = this.#conversation.live
    if (keepsTranscript && this.#record.transcript === undefined) this.#keep({ ...this.#now(), transcript })
  }

  /** Writes what changed; a disk that refuses was told of by what was said. */
  #keep(record: KeptRecord): void {
    const written = this.#found.record
    this.#record = record
    const isChanged = (['mode', 'session', 'transcript', 'from', 'mirror'] as const).some(
      (key) => record[key] !== written[key],
    )
    if (!isChanged && record.updatedAt - written.updatedAt < LATE) return
    try {
      this.#found = this.#start.records.write(this.#start.principal, record)
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
    }
  }

  /** The rolling session for what is held now; another one than that of an earlier conversation of this id. */
  #mirrorName(): string | undefined {
    const { chatcli, settings } = this.#options
    if (!isMirrored(settings)) return undefined
    const { transcriptId } = this.#conversation.live
    const isOther = this.#mirrored !== undefined && this.#mirrored !== transcriptId
    if (isOther && chatcli.sessions.exists(this.#record.mirror)) this.#newMirror()
    this.#mirrored = transcriptId
    return this.#record.mirror
  }

  #newMirror(): void {
    const { sessions, unreadable } = this.#options.chatcli.sessions.list()
    const names = [...sessions, ...unreadable].map(({ name }) => name)
    const mirror = freeMirrorName(mirrorName(this.id, this.#start.principal), names)
    this.#record = { ...this.#record, mirror }
  }
}
