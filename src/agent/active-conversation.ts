import type { SessionsApi } from '../chatcli.ts'
import type { LineRef, RewriteBody } from '../conversation/event.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import { isImportedId } from '../store/imported-id.ts'
import type { LiveConversation } from '../store/live-conversation.ts'
import { checkSessionName, hasMachinePrefix } from '../store/session-name.ts'
import type { ActiveNotice } from './active-notice.ts'
import type { ActiveOptions } from './active-options.ts'
import { appendUnsaved } from './append-unsaved.ts'
import {
  type ConversationEvents,
  type ConversationListener,
  type ConversationPlace,
  type TurnCompleted,
  conversationEvents,
} from './conversation-events.ts'
import { endQuietly } from './end-quietly.ts'
import { forkName } from './fork-name.ts'
import { HeldConversation } from './held-conversation.ts'
import { isAtHand } from './is-at-hand.ts'
import type { PutDown } from './put-down.ts'
import { RotationWatch } from './rotation-watch.ts'
import { setPrivateToo } from './set-private-too.ts'

/**
 * The conversation a surface holds: one at a time, changed for another without losing the first. It is bound to a named
 * session or to none; a session the program named itself is never bound, its conversation goes on in a branch.
 */
export class ActiveConversation {
  readonly #sessions: SessionsApi
  readonly #options: ActiveOptions
  readonly #events: ConversationEvents = conversationEvents()
  readonly #rotations: RotationWatch
  #held: HeldConversation
  #notices: ActiveNotice[] = []

  constructor(sessions: SessionsApi, options: ActiveOptions) {
    this.#sessions = sessions
    this.#options = options
    this.#held = this.#holding(sessions.create())
    this.#rotations = new RotationWatch(
      () => this.#place,
      (event) => this.#events.publish(event),
    )
  }

  /**
   * Tells what happens to it from now on, at once: that it is another one or has another name, that a turn is over.
   *
   * @returns what ends it
   */
  subscribe(listener: ConversationListener): () => void {
    return this.#events.subscribe(listener)
  }

  get live(): LiveConversation {
    return this.#held.live
  }

  /** The session it is bound to. */
  get name(): string | undefined {
    return this.live.name
  }

  /** The session it goes on from without changing it, until it is saved back. */
  get origin(): string | undefined {
    return this.#held.origin
  }

  /** The window, oldest first. */
  get messages(): readonly Message[] {
    return this.live.state().window.map(({ message }) => message)
  }

  /** What happened elsewhere since this was last asked. */
  takeNotices(): readonly ActiveNotice[] {
    const notices = [...this.#notices, ...this.live.takeNotices()]
    this.#notices = []
    return notices
  }

  /**
   * Takes over what others wrote, before a turn.
   *
   * @throws ChatCliError `conflict`, `damaged`, `storage`
   */
  beginTurn(): void {
    this.#rotations.run('elsewhere', () => {
      this.#joinWhoWasFirst()
      if (!this.live.refresh()) this.#openAgain()
    })
    this.#held.noteSaved()
  }

  /** Something was said: a new session gets its file now, so that whoever asks for it finds it while the answer comes. */
  introduce(): void {
    this.#held.introduce()
  }

  /**
   * Changes the window. A disk that refuses is told as a notice: the change holds, and is saved with what is said next.
   *
   * @returns the line that says so
   */
  rewrite(body: RewriteBody): LineRef {
    return this.#held.rewrite(body)
  }

  /** Something changed, or was said: the session file follows soon. */
  endTurn(): void {
    this.#rotations.run('elsewhere', () => this.#joinWhoWasFirst())
    if (this.live.name !== undefined) this.#held.snapshots.due()
  }

  /** A turn is over. */
  completeTurn(turn: Pick<TurnCompleted, 'turn' | 'mode' | 'end'>): void {
    this.endTurn()
    this.#events.publish({ kind: 'turn-completed', at: this.#place, ...turn })
  }

  /** Writes a session file that is due, now. */
  flush(): void {
    this.#held.snapshots.flush()
  }

  /**
   * Puts this conversation down and takes up a session; an import is taken up in a fork of it, which gets its file once
   * something was said.
   *
   * @throws ChatCliError as `SessionsApi.load`; then nothing has changed
   */
  load(name: string): PutDown {
    return this.#rotations.run('load', () => {
      const { sessions } = this.#sessions.list()
      const isImport = sessions.some((one) => one.name === name && isImportedId(one.id))
      const next = isImport ? this.#forkOf(name) : this.#open(name)
      const before = this.#held.putDown()
      if (isImport) {
        this.#hold(next, undefined, next.entries.length)
        this.#notices.push({ kind: 'forked-import', from: name, name: next.name })
      } else this.#hold(next, this.isBindable(name) ? undefined : name)
      return before
    })
  }

  /**
   * Takes up a session, or makes this conversation one when there is none of that name. One that was interrupted before
   * it had its file counts as there.
   *
   * @returns what became of the conversation before; undefined when it is the one that was bound
   * @throws ChatCliError as `load` and `save`
   */
  attach(name: string): PutDown | undefined {
    return this.#rotations.run('attach', () => {
      if (this.name === name) return undefined
      if (this.#sessions.exists(name)) return this.load(name)
      const begun = this.#sessions.unsaved().find((one) => one.calledLast === name && !one.isHeld)
      if (begun !== undefined) {
        const before = this.recover(begun.name)
        this.save(name)
        return before
      }
      checkSessionName(name)
      // What was set before anything was said, such as attachments, goes along.
      const isBegun = !this.#held.isEmpty || Object.keys(this.live.state().settings).length > 0
      if (isBegun) this.save(name)
      else if (this.isBindable(name)) this.#hold(this.#sessions.create({ name }))
      else this.#hold(this.#sessions.create(), name)
      return undefined
    })
  }

  /**
   * Lets go of the session, and keeps the conversation; turns do not go to the session any more.
   *
   * @throws ChatCliError `storage`; then nothing has changed
   */
  detach(): string | undefined {
    return this.#rotations.run('detach', () => {
      const { name } = this.live
      if (name === undefined) return undefined
      this.#held.finish()
      const { name: now, snapshotSize } = this.live
      // It was deleted elsewhere, or another conversation has the name.
      const isFree = now === undefined || (snapshotSize === 0 && !this.#held.isEmpty)
      if (isFree) this.#held.letGo()
      else {
        const next = this.#sessions.exists(now) ? this.#sessions.branch(now) : this.#sessions.create()
        endQuietly(() => this.live.close())
        this.#hold(next, undefined, next.entries.length)
      }
      return name
    })
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
    name: string | undefined = this.name ?? this.#held.origin,
    { force = false }: { readonly force?: boolean } = {},
  ): string {
    if (name === undefined)
      throw new ChatCliError('usage', 'A session needs a name', { hint: 'Use /session save <name>.' })
    this.#rotations.run('save', () => this.#save(name, force))
    return name
  }

  /**
   * Goes on in an independent copy under a new name.
   *
   * @returns what it was called before, and how many messages the copy has
   * @throws ChatCliError `invalid-name`, `exists`, `storage`
   */
  fork(name: string): { readonly from: string | undefined; readonly messages: number } {
    return this.#rotations.run('fork', () => {
      const from = this.name ?? this.#held.origin
      this.#saveAs(name)
      return { from, messages: this.messages.length }
    })
  }

  /** Puts this conversation down and begins a new one. */
  startNew(): PutDown {
    return this.#rotations.run('new', () => {
      const before = this.#held.putDown()
      this.#hold(this.#sessions.create())
      return before
    })
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
    return isAtHand(this.#sessions, this.live, name)
  }

  /** What it held was deleted: begins a new conversation. */
  abandon(): void {
    this.#rotations.run('delete', () => {
      this.#held.snapshots.cancel()
      endQuietly(() => this.live.close())
      this.#hold(this.#sessions.create())
    })
  }

  /**
   * Keeps the conversation from models, or takes that back; at once, for other surfaces too. A session that it goes on
   * from goes along when the program named it, since it will be one with it.
   *
   * @throws ChatCliError `storage`
   */
  setPrivate(isPrivate: boolean): void {
    this.live.set({ private: isPrivate ? true : null })
    this.endTurn()
    this.flush()
    setPrivateToo(this.#sessions, this.#held.origin, isPrivate)
  }

  /** Gives the session another name; a conversation that is bound to it stays bound. */
  rename(from: string, to: string): void {
    this.#rotations.run('rename', () => {
      if (this.name === from) this.flush()
      if (this.name === from && this.live.snapshotSize === 0) {
        // No file has that name.
        if (this.live.hasTranscript || !this.#held.isEmpty) this.live.bind(to)
        else this.#hold(this.#sessions.create({ name: to }))
        return
      }
      this.#sessions.rename(from, to)
      if (this.#held.origin === from) this.#held.origin = to
      if (this.name === from) this.live.followRename(to)
    })
  }

  /**
   * Puts this conversation down and takes up one that was interrupted, without a name. One that went on from a session the
   * program named goes back there in the end.
   *
   * @throws as `load`
   */
  recover(name: string): PutDown {
    return this.#rotations.run('recover', () => {
      const next = this.#sessions.recover(name)
      const before = this.#held.putDown()
      const from = next.branchedFrom ?? ''
      this.#hold(next, hasMachinePrefix(from) && this.#sessions.exists(from) ? from : undefined, 0)
      return before
    })
  }

  /** The surface ends. */
  leave(): PutDown {
    return this.#held.putDown()
  }

  get #place(): ConversationPlace {
    const { transcriptId, name } = this.live
    return { transcriptId, name }
  }

  #open(name: string): LiveConversation {
    return this.isBindable(name) ? this.#sessions.open(name) : this.#sessions.branch(name)
  }

  /** An import goes on growing with its source, so what is said about it is said in a fork. */
  #forkOf(name: string): LiveConversation {
    const as = forkName(this.#sessions, name)
    return this.#sessions.branch(name, this.isBindable(as) ? { as } : {})
  }

  #hold(live: LiveConversation, origin?: string, kept?: number): void {
    this.#held.snapshots.cancel()
    this.#held = this.#holding(live, origin, kept)
    this.#held.finishCutOff()
  }

  #holding(live: LiveConversation, origin?: string, kept?: number): HeldConversation {
    return new HeldConversation(this.#sessions, live, {
      ...this.#options,
      origin,
      ...(kept === undefined ? {} : { kept }),
      onNotice: (notice) => this.#notices.push(notice),
    })
  }

  /** Another surface made the session that this one was to become: it goes on there, with what was said here. */
  #joinWhoWasFirst(): void {
    const name = this.#held.takeLostName()
    if (name === undefined) return
    const mine = this.live
    try {
      this.#hold(this.#sessions.rejoin(mine, name))
      endQuietly(() => this.#sessions.discard(mine))
      this.#notices.push({ kind: 'joined', name })
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      if (mine.name !== undefined) mine.unbind()
      this.#notices.push({ kind: 'name-taken', name })
    }
  }

  /** Without transcripts, its file was changed: the last writer wins, and what the disk refused here comes behind. */
  #openAgain(): void {
    const { name } = this.live
    if (name === undefined) return
    const unsaved = this.#held.unsaved()
    this.#hold(this.#sessions.open(name))
    if (unsaved.length === 0) return
    this.#notices.push({ kind: 'kept-unsaved', messages: unsaved.length })
    appendUnsaved(this.live, unsaved)
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

  #save(name: string, force: boolean): void {
    if (name === this.name) {
      this.#held.snapshots.cancel()
      this.live.save()
    } else if (name === this.#held.origin && !hasMachinePrefix(name) && this.#sessions.exists(name)) {
      const branch = this.live
      this.#bind(this.#sessions.rejoin(branch, name), name)
      endQuietly(() => this.#sessions.discard(branch))
    } else {
      checkSessionName(name)
      if (force && this.#sessions.exists(name)) this.#sessions.delete(name)
      this.#saveAs(name)
    }
  }

  #saveAs(name: string): void {
    if (this.name === undefined) return this.#saveUnbound(name)
    this.#held.finish()
    const { name: from, snapshotSize } = this.live
    if (from === undefined || snapshotSize === 0) return this.#saveUnbound(name)
    this.#sessions.fork(from, name)
    endQuietly(() => this.live.close())
    this.#bind(this.#sessions.open(name), name)
  }

  #saveUnbound(name: string): void {
    this.live.bind(name)
    this.live.claim()
    this.live.save()
    this.#bind(this.live, name)
  }
}
