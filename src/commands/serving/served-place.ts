import type { ActiveConversation } from '../../agent/active-conversation.ts'
import { isWorthKeeping } from '../../agent/is-worth-keeping.ts'
import { ChatCliError } from '../../errors.ts'
import { freeName } from '../../store/free-name.ts'
import type { Chat } from '../chat/chat.ts'
import { isMirrored } from './is-mirrored.ts'
import type { KeptRecord } from './kept-record.ts'
import type { FoundRecord } from './kept-records.ts'
import { mirrorName } from './mirror-name.ts'
import type { ServedOptions } from './served-options.ts'
import type { ServedStart } from './served-start.ts'
import { takeUpKept } from './take-up-kept.ts'

/** A time of the last use is written when it is this much older, in milliseconds. */
const LATE = 60_000
/**
 * How often a mirror is begun: the name may be that of the same conversation in another process, which it joins then, and
 * at last of another one.
 */
const TRIES = 3

/**
 * Where a conversation of a client is: the session, transcript or rolling copy, the mode and the model, as they are kept
 * beside what was said. What is done in the conversation stands between {@link begin} and {@link end}.
 */
export class ServedPlace {
  readonly #chat: Chat
  readonly #options: ServedOptions
  readonly #start: ServedStart
  #found: FoundRecord
  #record: KeptRecord
  /** The conversation that has the name of the mirror. */
  #mirrored: string | undefined
  /** Where it was before what is being done. */
  #held: Pick<KeptRecord, 'session' | 'transcript'> = {}
  #isAwake = false
  #isForgotten = false

  constructor(chat: Chat, options: ServedOptions, start: ServedStart) {
    this.#chat = chat
    this.#options = options
    this.#start = start
    this.#found = start.found
    this.#record = start.found.record
    chat.mode = this.#record.mode
  }

  /** It was taken up: files of it are open. */
  get isAwake(): boolean {
    return this.#isAwake
  }

  get isForgotten(): boolean {
    return this.#isForgotten
  }

  /** What another process did with it is followed, and what was put down is taken up. */
  begin(): void {
    const found = this.#isForgotten ? undefined : this.#look()
    if (found === undefined) {
      this.forget()
      throw new ChatCliError('not-found', `There is no conversation "${this.#record.id}" any more`, {
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

  /** Lets go of the live part. @throws ChatCliError `storage`; then nothing has changed */
  rest(): void {
    if (!this.#isAwake) return
    this.#record = this.now()
    this.#conversation.rest()
    this.#isAwake = false
    this.#keep(this.#record)
  }

  get #conversation(): ActiveConversation {
    return this.#chat.conversation
  }

  /** What is kept of it now. A file that cannot be looked at stands in no turn's way while it is live. */
  #look(): FoundRecord | undefined {
    const { records, principal } = this.#start
    try {
      return records.read(this.#record.id, principal, this.#found)
    } catch (error) {
      const isDisk = error instanceof ChatCliError && error.code === 'storage'
      if (!isDisk || !this.#isAwake) throw error
      return this.#found
    }
  }

  /** It was deleted. */
  forget(): void {
    if (this.#isAwake) this.#conversation.rest()
    this.#isAwake = false
    this.#isForgotten = true
  }

  #takeUp(record: KeptRecord): void {
    this.#chat.mode = record.mode
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
  end(): void {
    if (this.#isForgotten) return
    const conversation = this.#conversation
    for (let tries = 1; tries <= TRIES && this.#mustMirror(); tries++) {
      if (tries === TRIES) this.#newMirror()
      conversation.endTurn()
      conversation.flush({ isSmall: true })
    }
    conversation.flush({ isSmall: true })
    if (conversation.mirror !== undefined) this.#mirrored = conversation.live.transcriptId
    this.#keep(this.now())
  }

  #mustMirror(): boolean {
    const { name, mirror, live } = this.#conversation
    return (
      name === undefined && mirror === undefined && isWorthKeeping(live) && isMirrored(this.#options.settings)
    )
  }

  /** Where it is now; while it is put down, where it was. */
  now(): KeptRecord {
    if (!this.#isAwake) return this.#record
    const chat = this.#chat
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
      chosen: chat.chosen ?? before.chosen,
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
  announce(): void {
    const { keepsTranscript, transcriptId: transcript } = this.#conversation.live
    if (keepsTranscript && this.#record.transcript === undefined) this.#keep({ ...this.now(), transcript })
  }

  /** Writes what changed; a disk that refuses was told of by what was said. */
  #keep(record: KeptRecord): void {
    const written = this.#found.record
    this.#record = record
    const isChanged = (['mode', 'chosen', 'session', 'transcript', 'from', 'mirror'] as const).some(
      (key) => JSON.stringify(record[key]) !== JSON.stringify(written[key]),
    )
    if (!isChanged && record.updatedAt - written.updatedAt < LATE) return
    try {
      this.#found = this.#start.records.write(this.#start.principal, record)
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
    }
  }

  /** The rolling session for what is held now; another one than that of an earlier conversation of this id. */
  mirrorName(): string | undefined {
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
    const mirror = freeName(mirrorName(this.#record.id, this.#start.principal), names)
    this.#record = { ...this.#record, mirror }
  }
}
