import type { SessionsApi } from '../chatcli.ts'
import type { LineRef, RewriteBody } from '../conversation/event.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
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
import { detachHeld } from './detach-held.ts'
import { endQuietly } from './end-quietly.ts'
import { HeldConversation } from './held-conversation.ts'
import { isAtHand } from './is-at-hand.ts'
import { joinFirst } from './join-first.ts'
import { openToHold } from './open-to-hold.ts'
import { loadOrBegin } from './load-or-begin.ts'
import type { PutDown } from './put-down.ts'
import { RotationWatch } from './rotation-watch.ts'
import { type SaveHeldOptions, saveHeld, saveHeldAs } from './save-held.ts'
import { setPrivateToo } from './set-private-too.ts'
import type { ToHold } from './to-hold.ts'

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
    this.#held = this.#holding({ live: sessions.create() })
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
    return this.#held.name
  }

  /** The rolling copy it is kept in while it is bound to none. */
  get mirror(): string | undefined {
    return this.#held.mirror
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
    this.#rotations.run('elsewhere', () => {
      this.#held.keepMirror()
      this.#joinWhoWasFirst()
    })
    if (this.live.name !== undefined) this.#held.snapshots.due()
  }

  /** A turn is over. */
  completeTurn(turn: Pick<TurnCompleted, 'turn' | 'mode' | 'end'>): void {
    this.endTurn()
    this.#events.publish({ kind: 'turn-completed', at: this.#place, ...turn })
  }

  /** Writes a session file that is due, now. @param options.isSmall only if it is not to wait */
  flush({ isSmall = false }: { readonly isSmall?: boolean } = {}): void {
    this.#held.snapshots.flush({ isSmall })
  }

  /**
   * Puts this conversation down and takes up a session; an import is taken up in a fork of it, which gets its file once
   * something was said.
   *
   * @throws ChatCliError as `SessionsApi.load`; then nothing has changed
   */
  load(name: string): PutDown {
    return this.#rotations.run('load', () => {
      if (this.mirror === name) return { kind: 'nothing' }
      const { next, notice } = openToHold(this.#sessions, name, this.#binding)
      const before = this.#putDown()
      this.#hold(next)
      if (notice !== undefined) this.#notices.push(notice)
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
    if (this.live.name === name) return undefined
    const begin = (): PutDown | undefined => this.#begin(name)
    return this.#rotations.run('attach', () =>
      loadOrBegin<PutDown | undefined>(this.#sessions, name, { load: () => this.load(name), begin }),
    )
  }

  #begin(name: string): PutDown | undefined {
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
    else if (this.isBindable(name)) this.#hold({ live: this.#sessions.create({ name }) })
    else this.#hold({ live: this.#sessions.create(), origin: name })
    return undefined
  }

  /**
   * Lets go of the session, and keeps the conversation; turns do not go to the session any more.
   *
   * @throws ChatCliError `storage`; then nothing has changed
   */
  detach(): string | undefined {
    return this.#rotations.run('detach', () => {
      const { name } = this
      if (name === undefined) return undefined
      const next = detachHeld(this.#sessions, this.#held)
      if (next !== undefined) this.#hold(next)
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
    this.#rotations.run('save', () => {
      const next = saveHeld(this.#sessions, this.#held, name, { ...this.#binding, force })
      if (next !== undefined) this.#hold(next)
    })
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
      const next = saveHeldAs(this.#sessions, this.#held, name, this.#binding)
      this.#hold(next)
      return { from, messages: this.messages.length }
    })
  }

  /** Puts this conversation down and begins a new one. */
  startNew(): PutDown {
    return this.#rotations.run('new', () => {
      const before = this.#putDown()
      this.#hold({ live: this.#sessions.create() })
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
      this.#hold({ live: this.#sessions.create() })
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
        else this.#hold({ live: this.#sessions.create({ name: to }) })
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
      const before = this.#putDown()
      const from = next.branchedFrom ?? ''
      const origin = hasMachinePrefix(from) && this.#sessions.exists(from) ? from : undefined
      this.#hold({ live: next, origin, kept: 0 })
      return before
    })
  }

  /**
   * Puts this conversation down and goes on with one in the rolling copy that it is kept in.
   *
   * @throws as `load`
   */
  goOn(mirror: string): PutDown {
    return this.#rotations.run('recover', () => {
      const next = this.#sessions.open(mirror)
      const before = this.#putDown()
      this.#hold({ live: next, mirroredAs: mirror })
      return before
    })
  }

  /**
   * The surface lets go of it for a while: it stays what it is on the disk, however little was said, for whoever takes it
   * up again.
   *
   * @throws ChatCliError `storage`; then nothing has changed
   */
  rest(): void {
    this.#rotations.run('new', () => {
      if (this.live.name === undefined) this.live.settle()
      else this.#held.finish()
      endQuietly(() => this.live.close())
      this.#hold({ live: this.#sessions.create() })
    })
  }

  /** The surface ends. */
  leave(): PutDown {
    return this.#putDown()
  }

  get #binding(): SaveHeldOptions {
    return { isBindable: (name) => this.isBindable(name) }
  }

  get #place(): ConversationPlace {
    const { name } = this
    return { transcriptId: this.live.transcriptId, name }
  }

  #putDown(): PutDown {
    if (this.#held.hasNews) this.#held.keepMirror()
    this.#joinWhoWasFirst()
    return this.#held.putDown()
  }

  #hold(next: ToHold): void {
    this.#held.snapshots.cancel()
    this.#held = this.#holding(next)
    this.#held.finishCutOff()
  }

  #holding({ live, ...more }: ToHold): HeldConversation {
    const onNotice = (notice: ActiveNotice): void => void this.#notices.push(notice)
    return new HeldConversation(this.#sessions, live, { ...this.#options, ...more, onNotice })
  }

  #joinWhoWasFirst(): void {
    const { next, notice } = joinFirst(this.#sessions, this.#held)
    if (next !== undefined) this.#hold(next)
    if (notice !== undefined) this.#notices.push(notice)
  }

  /** Without transcripts, its file was changed: the last writer wins, and what the disk refused here comes behind. */
  #openAgain(): void {
    const { name } = this.live
    if (name === undefined) return
    const unsaved = this.#held.unsaved()
    this.#hold({ live: this.#sessions.open(name), mirroredAs: this.mirror })
    if (unsaved.length === 0) return
    this.#notices.push({ kind: 'kept-unsaved', messages: unsaved.length })
    appendUnsaved(this.live, unsaved)
  }
}
