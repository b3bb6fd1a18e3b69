import type { SessionSummary, SessionsApi } from '../chatcli.ts'
import type { LineRef, RewriteBody } from '../conversation/event.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from '../store/live-conversation.ts'
import { checkSessionName, hasMachinePrefix } from '../store/session-name.ts'
import type { ActiveNotice } from './active-notice.ts'
import type { ActiveOptions } from './active-options.ts'
import { endQuietly } from './end-quietly.ts'
import { keepUnnamed } from './keep-unnamed.ts'
import type { PutDown } from './put-down.ts'
import { setPrivateToo } from './set-private-too.ts'
import { SnapshotSchedule } from './snapshot-schedule.ts'

/**
 * The conversation a surface holds: one at a time, changed for another without losing the first. It is bound to a named
 * session or to none; a session the program named itself is never bound, its conversation goes on in a branch.
 */
export class ActiveConversation {
  readonly #sessions: SessionsApi
  readonly #options: ActiveOptions
  #live: LiveConversation
  #snapshots: SnapshotSchedule
  /** The session this conversation branched from. */
  #origin: string | undefined
  /** Messages that were there when it branched: they are kept elsewhere. */
  #kept = 0
  #notices: ActiveNotice[] = []

  constructor(sessions: SessionsApi, options: ActiveOptions) {
    this.#sessions = sessions
    this.#options = options
    this.#live = sessions.create()
    this.#snapshots = this.#schedule(this.#live)
  }

  get live(): LiveConversation {
    return this.#live
  }

  /** The session it is bound to. */
  get name(): string | undefined {
    return this.#live.name
  }

  /** The session it goes on from without changing it, until it is saved back. */
  get origin(): string | undefined {
    return this.#origin
  }

  /** The window, oldest first. */
  get messages(): readonly Message[] {
    return this.#live.state().window.map(({ message }) => message)
  }

  /** What happened elsewhere since this was last asked. */
  takeNotices(): readonly ActiveNotice[] {
    const notices = [...this.#notices, ...this.#live.takeNotices()]
    this.#notices = []
    return notices
  }

  /**
   * Takes over what others wrote, before a turn.
   *
   * @throws ChatCliError `conflict`, `damaged`, `storage`
   */
  beginTurn(): void {
    if (this.#live.refresh()) return
    const { name } = this.#live
    if (name !== undefined) this.#hold(this.#sessions.open(name))
  }

  /** Something was said: a new session gets its file now, so that whoever asks for it finds it while the answer comes. */
  introduce(): void {
    if (this.#live.name !== undefined && this.#live.snapshotSize === 0) this.#writeSnapshot(this.#live)
  }

  /**
   * Changes the window. A disk that refuses is told as a notice: the change holds, and is saved with what is said next.
   *
   * @returns the line that says so
   */
  rewrite(body: RewriteBody): LineRef {
    try {
      return this.#live.record(body)
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'storage') throw error
      this.#notices.push({ kind: 'change-not-saved', error })
      return this.#live.state().last ?? ['', 0]
    }
  }

  /** A turn is over: its session file follows soon. */
  endTurn(): void {
    if (this.#live.name !== undefined) this.#snapshots.due()
  }

  /** Writes a session file that is due, now. */
  flush(): void {
    this.#snapshots.flush()
  }

  /**
   * Puts this conversation down and takes up a session.
   *
   * @throws ChatCliError as `SessionsApi.load`; then nothing has changed
   */
  load(name: string): PutDown {
    const next = this.#open(name)
    const before = this.#putDown()
    this.#hold(next, this.isBindable(name) ? undefined : name)
    return before
  }

  /**
   * Takes up a session, or makes this conversation one when there is none of that name. One that was interrupted before
   * it had its file counts as there.
   *
   * @returns what became of the conversation before; undefined when it is the one that was bound
   * @throws ChatCliError as `load` and `save`
   */
  attach(name: string): PutDown | undefined {
    if (this.name === name) return undefined
    if (this.#sessions.exists(name)) return this.load(name)
    const begun = this.#sessions.unsaved().find((one) => one.calledLast === name && !one.isHeld)
    if (begun !== undefined) {
      const before = this.recover(begun.name)
      this.save(name)
      return before
    }
    checkSessionName(name)
    if (!this.#isEmpty) this.save(name)
    else if (this.isBindable(name)) this.#hold(this.#sessions.create({ name }))
    else this.#hold(this.#sessions.create(), name)
    return undefined
  }

  /**
   * Lets go of the session, and keeps the conversation; turns do not go to the session any more.
   *
   * @throws ChatCliError `storage`; then nothing has changed
   */
  detach(): string | undefined {
    const { name } = this.#live
    if (name === undefined) return undefined
    this.#finish()
    const { name: now, snapshotSize } = this.#live
    // It was deleted elsewhere, or another conversation has the name.
    const isFree = now === undefined || (snapshotSize === 0 && !this.#isEmpty)
    if (isFree) this.#live.unbind()
    else {
      const next = this.#sessions.exists(now) ? this.#sessions.branch(now) : this.#sessions.create()
      endQuietly(() => this.#live.close())
      this.#hold(next, undefined, next.entries.length)
    }
    return name
  }

  /**
   * Saves the conversation under a name, and binds it. Another name than the bound one makes a fork; the name it
   * branched from gets what was said since.
   *
   * @param name the bound session, or the one it branched from, when not given
   * @param options.force move another conversation of that name to the trash
   * @returns the name
   * @throws ChatCliError `usage` without a name, `invalid-name`, `exists`, `storage`
   */
  save(
    name: string | undefined = this.name ?? this.#origin,
    { force = false }: { readonly force?: boolean } = {},
  ): string {
    if (name === undefined)
      throw new ChatCliError('usage', 'A session needs a name', { hint: 'Use /session save <name>.' })
    if (name === this.name) {
      this.#snapshots.cancel()
      this.#live.save()
    } else if (name === this.#origin && !hasMachinePrefix(name) && this.#sessions.exists(name)) {
      const branch = this.#live
      this.#bind(this.#sessions.rejoin(branch, name), name)
      endQuietly(() => this.#sessions.discard(branch))
    } else {
      checkSessionName(name)
      if (force && this.#sessions.exists(name)) this.#sessions.delete(name)
      this.#saveAs(name)
    }
    return name
  }

  /**
   * Goes on in an independent copy under a new name.
   *
   * @returns what it was called before, and how many messages the copy has
   * @throws ChatCliError `invalid-name`, `exists`, `storage`
   */
  fork(name: string): { readonly from: string | undefined; readonly messages: number } {
    const from = this.name ?? this.#origin
    this.#saveAs(name)
    return { from, messages: this.messages.length }
  }

  /** Puts this conversation down and begins a new one. */
  startNew(): PutDown {
    const before = this.#putDown()
    this.#hold(this.#sessions.create())
    return before
  }

  /** Deletes a session; when it is the conversation at hand, that is over, and a new one begins. */
  delete(name: string): void {
    const isAtHand = this.isAtHand(name)
    this.#sessions.delete(name)
    if (isAtHand) this.abandon()
  }

  /** Whether it stays in a session of that name once it is saved; else it goes on in a branch of it. */
  isBindable(name: string): boolean {
    return this.#options.writeThrough && !hasMachinePrefix(name)
  }

  /** Whether a name of the list is that of this conversation: it is bound to it, or was never saved. */
  isAtHand(name: string): boolean {
    if (this.name !== undefined) return this.name === name
    const { hasTranscript, transcriptId } = this.#live
    const isIt = (session: SessionSummary): boolean =>
      session.name === name && session.transcriptId === transcriptId
    return hasTranscript && this.#sessions.list().sessions.some(isIt)
  }

  /** What it held was deleted: begins a new conversation. */
  abandon(): void {
    this.#snapshots.cancel()
    endQuietly(() => this.#live.close())
    this.#hold(this.#sessions.create())
  }

  /**
   * Keeps the conversation from models, or takes that back; at once, for other surfaces too. A session that it goes on
   * from goes along when the program named it, since it will be one with it.
   *
   * @throws ChatCliError `storage`
   */
  setPrivate(isPrivate: boolean): void {
    this.#live.set({ private: isPrivate ? true : null })
    this.endTurn()
    this.flush()
    setPrivateToo(this.#sessions, this.#origin, isPrivate)
  }

  /** Gives the session another name; a conversation that is bound to it stays bound. */
  rename(from: string, to: string): void {
    if (this.name === from) this.flush()
    this.#sessions.rename(from, to)
    if (this.#origin === from) this.#origin = to
    if (this.name === from) this.#live.followRename(to)
  }

  /**
   * Puts this conversation down and takes up one that was interrupted, without a name. One that went on from a session the
   * program named goes back there in the end.
   *
   * @throws as `load`
   */
  recover(name: string): PutDown {
    const next = this.#sessions.recover(name)
    const before = this.#putDown()
    const from = next.branchedFrom ?? ''
    this.#hold(next, hasMachinePrefix(from) && this.#sessions.exists(from) ? from : undefined, 0)
    return before
  }

  /** The surface ends. */
  leave(): PutDown {
    return this.#putDown()
  }

  get #isEmpty(): boolean {
    // What a snapshot held is in the window, and not among the entries.
    return this.#live.entries.length === 0 && this.messages.length === 0
  }

  #open(name: string): LiveConversation {
    return this.isBindable(name) ? this.#sessions.open(name) : this.#sessions.branch(name)
  }

  #hold(
    live: LiveConversation,
    origin?: string,
    kept: number = origin === undefined ? 0 : live.entries.length,
  ): void {
    this.#snapshots.cancel()
    this.#live = live
    this.#origin = origin
    this.#kept = kept
    this.#snapshots = this.#schedule(live)
    this.#finishCutOff()
  }

  #finishCutOff(): void {
    try {
      const turns = this.#sessions.finishCutOff(this.#live)
      if (turns > 0) this.#notices.push({ kind: 'cut-off', turns })
    } catch (error) {
      // It can wait: the next surface that opens the session tries again.
      if (!(error instanceof ChatCliError)) throw error
    }
  }

  /** Stays with a session that was just saved, or with a branch of it. */
  #bind(live: LiveConversation, name: string): void {
    if (this.isBindable(name)) {
      this.#hold(live)
      return
    }
    endQuietly(() => live.close())
    this.#hold(this.#sessions.branch(name), name)
  }

  #saveAs(name: string): void {
    if (this.name === undefined) return this.#saveUnbound(name)
    this.#finish()
    const { name: from, snapshotSize } = this.#live
    if (from === undefined || snapshotSize === 0) return this.#saveUnbound(name)
    this.#sessions.fork(from, name)
    endQuietly(() => this.#live.close())
    this.#bind(this.#sessions.open(name), name)
  }

  #saveUnbound(name: string): void {
    this.#live.bind(name)
    this.#live.claim()
    this.#live.save()
    this.#bind(this.#live, name)
  }

  /** @throws ChatCliError `storage`; then nothing has changed */
  #putDown(): PutDown {
    const live = this.#live
    if (live.name !== undefined) {
      const isEmpty = this.#isEmpty
      this.#finish()
      const { name } = live
      if (name !== undefined && (isEmpty || this.#hasFile(live))) {
        endQuietly(() => live.close())
        return isEmpty ? { kind: 'nothing' } : { kind: 'saved', name }
      }
    }
    return keepUnnamed(this.#sessions, { live, origin: this.#origin, kept: this.#kept }, this.#options)
  }

  /** Whether its session has its file. A name that another conversation took at the same moment is given up. */
  #hasFile(live: LiveConversation): boolean {
    if (live.snapshotSize > 0) return true
    try {
      return live.save()
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'conflict') throw error
      live.unbind()
      return false
    }
  }

  /**
   * Everything said is on the disk, and the last snapshot of a bound conversation as far as it can be.
   *
   * @throws ChatCliError `storage`; then nothing has changed
   */
  #finish(): void {
    this.#live.settle()
    this.#snapshots.cancel()
    if (this.#isEmpty) return
    const failure = this.#writeSnapshot(this.#live)
    // Without transcripts there is nothing but the file.
    if (failure?.code === 'storage' && !this.#live.keepsTranscript) throw failure
  }

  #schedule(live: LiveConversation): SnapshotSchedule {
    const { now, later } = this.#options
    const write = (): void => void this.#writeSnapshot(live)
    return new SnapshotSchedule({ now, later, write, size: () => live.snapshotSize })
  }

  #writeSnapshot(live: LiveConversation): ChatCliError | undefined {
    try {
      live.save()
      return undefined
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      this.#notices.push({ kind: 'snapshot-failed', error })
      return error
    }
  }
}
