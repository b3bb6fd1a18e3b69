import type { SessionsApi } from '../chatcli.ts'
import type { LineRef, RewriteBody } from '../conversation/event.ts'
import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from '../store/live-conversation.ts'
import type { ActiveNotice } from './active-notice.ts'
import type { ActiveOptions } from './active-options.ts'
import { endQuietly } from './end-quietly.ts'
import { isWorthKeeping } from './is-worth-keeping.ts'
import { keepUnnamed } from './keep-unnamed.ts'
import type { PutDown } from './put-down.ts'
import { SnapshotSchedule } from './snapshot-schedule.ts'
import type { ToHold } from './to-hold.ts'

export interface HeldConversationOptions extends ActiveOptions, Omit<ToHold, 'live'> {
  readonly onNotice: (notice: ActiveNotice) => void
}

/** One conversation while a surface holds it: when its session file is written, and what becomes of it in the end. */
export class HeldConversation {
  readonly live: LiveConversation
  readonly snapshots: SnapshotSchedule
  origin: string | undefined
  readonly #sessions: SessionsApi
  readonly #options: HeldConversationOptions
  readonly #kept: number
  #lostName: string | undefined
  #mirror: string | undefined
  /** How many entries it had when all of them were saved. */
  #settled: number

  constructor(sessions: SessionsApi, live: LiveConversation, options: HeldConversationOptions) {
    const { now, later, origin, kept = origin === undefined ? 0 : live.entries.length } = options
    this.live = live
    this.origin = origin
    this.#sessions = sessions
    this.#options = options
    this.#kept = kept
    this.#mirror = options.mirroredAs
    this.#settled = live.entries.length
    const write = (): void => void this.writeSnapshot()
    this.snapshots = new SnapshotSchedule({ now, later, write, size: () => live.snapshotSize })
  }

  /** The session it is bound to. */
  get name(): string | undefined {
    return this.mirror === undefined ? this.live.name : undefined
  }

  /** The rolling copy it is kept in while it is bound to none; one that a person renamed is a session like any other. */
  get mirror(): string | undefined {
    return this.live.name === this.#mirror ? this.#mirror : undefined
  }

  get isEmpty(): boolean {
    // What a snapshot held is in the window, and not among the entries.
    return this.live.entries.length === 0 && this.live.state().window.length === 0
  }

  /** A fork in which nothing was said or changed: there is nothing of it on the disk, and nothing to keep. */
  get isUntouched(): boolean {
    const { entries, hasTranscript, snapshotSize } = this.live
    return this.#kept > 0 && entries.length === this.#kept && !hasTranscript && snapshotSize === 0
  }

  /** Something was said: a new session gets its file now, so that whoever asks for it finds it while the answer comes. */
  introduce(): void {
    if (this.live.name !== undefined && this.live.snapshotSize === 0) this.writeSnapshot()
  }

  /** Something was said since it branched. */
  get hasNews(): boolean {
    return this.live.entries.length !== this.#kept
  }

  /** From now on it is kept in a rolling copy, if the surface has one for it, and nobody named it. */
  keepMirror(): void {
    const { live } = this
    if (live.name !== undefined || !isWorthKeeping(live)) return
    const mirror = this.#options.mirror?.()
    if (mirror === undefined) return
    this.#mirror = mirror
    try {
      live.bind(mirror, { machine: true })
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      // Another process keeps the same conversation there.
      if (error.code === 'exists') this.#lostName = mirror
      else if (error.code !== 'storage') throw error
    }
  }

  /** The rolling copy with all that was said, when it has its file. */
  writtenMirror(): string | undefined {
    if (this.mirror === undefined) return undefined
    this.finish()
    return this.live.snapshotSize > 0 ? this.mirror : undefined
  }

  /** What a crash cut off in it is ended, and told. */
  finishCutOff(): void {
    try {
      const turns = this.#sessions.finishCutOff(this.live)
      if (turns > 0) this.#options.onNotice({ kind: 'cut-off', turns })
    } catch (error) {
      // It can wait: the next surface that opens the session tries again.
      if (!(error instanceof ChatCliError)) throw error
    }
  }

  /** Changes the window. What the disk refuses is told, and holds. @returns the line that says so */
  rewrite(body: RewriteBody): LineRef {
    try {
      return this.live.record(body)
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'storage') throw error
      this.#options.onNotice({ kind: 'change-not-saved', error })
      return this.live.state().last ?? ['', 0]
    }
  }

  /** What was said last is saved, or known not to be. */
  noteSaved(): void {
    if (this.live.status !== 'not-saved') this.#settled = this.live.entries.length
  }

  /** What was said since everything was saved; empty while it is. */
  unsaved(): LiveConversation['entries'] {
    return this.live.status === 'not-saved' ? this.live.entries.slice(this.#settled) : []
  }

  /** The name it was to have, when another conversation got it first; told once. */
  takeLostName(): { readonly name: string; readonly isMirror: boolean } | undefined {
    const { name, snapshotSize } = this.live
    const isTaken = name !== undefined && snapshotSize === 0 && this.#sessions.exists(name)
    const lost = isTaken ? name : this.#lostName
    this.#lostName = undefined
    return lost === undefined ? undefined : { name: lost, isMirror: lost === this.#mirror }
  }

  /** It is to have no name any more, not one that it lost either. */
  letGo(): void {
    this.live.unbind()
    this.#lostName = undefined
  }

  /**
   * Everything said is on the disk, and the last snapshot of a bound conversation as far as it can be.
   *
   * @throws ChatCliError `storage`; then nothing has changed
   */
  finish(): void {
    this.live.settle()
    this.snapshots.cancel()
    if (this.isEmpty || this.isUntouched) return
    const failure = this.writeSnapshot()
    // Without transcripts there is nothing but the file.
    if (failure?.code === 'storage' && !this.live.keepsTranscript) throw failure
  }

  /** The surface lets go of it. @throws ChatCliError `storage`; then nothing has changed */
  putDown(): PutDown {
    const { live } = this
    const isNothing = this.isEmpty || this.isUntouched
    if (live.name !== undefined) {
      this.finish()
      const { name } = live
      if (name !== undefined && (isNothing || this.#hasFile())) {
        endQuietly(() => live.close())
        return isNothing ? { kind: 'nothing' } : { kind: name === this.#mirror ? 'autosaved' : 'saved', name }
      }
    }
    return keepUnnamed(this.#sessions, { live, origin: this.origin, kept: this.#kept }, this.#options)
  }

  /** What could not be written is told; the error is for whoever must know. */
  writeSnapshot(): ChatCliError | undefined {
    const { live } = this
    const { name } = live
    try {
      live.save()
      return undefined
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      if (error.code === 'conflict' && live.snapshotSize === 0) {
        // It never had the name: to try again at every turn is of no use.
        live.unbind()
        this.#lostName = name
      } else {
        const kind = live.status === 'not-saved' ? 'change-not-saved' : 'snapshot-failed'
        this.#options.onNotice({ kind, error })
      }
      return error
    }
  }

  /** Whether its session has its file. A name that another conversation took at the same moment is given up. */
  #hasFile(): boolean {
    if (this.live.snapshotSize > 0) return true
    try {
      return this.live.save()
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'conflict') throw error
      this.live.unbind()
      return false
    }
  }
}
