import type { EventBody, Range, TranscriptEvent } from '../conversation/event.ts'
import { ConversationFold, ownId } from '../conversation/fold.ts'
import { messageHash, windowDigest } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'
import { rangesOf } from '../conversation/range-set.ts'
import type { SessionFile, StoredMessage } from '../conversation/session-file.ts'
import { readTranscript } from '../store/read-transcript.ts'
import { plainMessage, SEED_PREFIX } from '../store/seed-events.ts'
import { transcriptPath } from '../store/side-files.ts'
import { snapshotOf, type TranscriptPlace } from '../store/snapshot.ts'
import type { StoreContext } from '../store/store-context.ts'
import { TranscriptLog } from '../store/transcript-log.ts'
import { saidKey } from './said-key.ts'

/** Bytes of messages up to which a window is kept whole, and what is kept of a longer one. */
export const LONG_SESSION: number = 32 * 2 ** 20
const SNAPSHOT = 2 ** 20
/** Bytes that are appended in one write. */
const WRITE = 2 ** 20

type Body = EventBody extends infer Each ? Each : never

/**
 * A session whose messages stand in a transcript, because they are too many for a file that is written whole. It is
 * added to without ever being in memory whole: the fold sees messages without their words.
 */
export class LongSession {
  readonly id: string
  readonly #context: StoreContext
  readonly #log: TranscriptLog
  readonly #fold = new ConversationFold()
  readonly #w: string
  readonly #lengths = new Map<string, number>()
  readonly #said = new Set<string>()
  #lastSaidAt: string | undefined
  #place: TranscriptPlace | undefined
  #waiting: TranscriptEvent[] = []
  #waitingBytes = 0
  #n = 0
  #m = 0
  #turn = 0

  /**
   * @param id of the transcript, whose lines are read if it is there
   * @throws ChatCliError `storage`
   */
  constructor(context: StoreContext, id: string) {
    this.id = id
    this.#context = context
    this.#w = `${SEED_PREFIX}${context.randomHex(16)}`
    const path = transcriptPath(context, id)
    const isNew = context.disk.stat(path) === undefined
    this.#log = new TranscriptLog(context, id, this.#w, { isNew })
    if (isNew) return
    for (const item of readTranscript(context.disk, path)) if (item.kind === 'event') this.#see(item.event)
  }

  /** Whether a message is in it, by its id or its `saidKey`. */
  has(key: string): boolean {
    return this.#fold.byId(key) !== undefined || this.#said.has(key)
  }

  /** When the last of it was said, milliseconds since the epoch; undefined when nobody knows. */
  get lastSaidAt(): number | undefined {
    return this.#lastSaidAt === undefined ? undefined : Date.parse(this.#lastSaidAt)
  }

  /** @param at when it was said at best guess, milliseconds since the epoch; @throws ChatCliError `storage` */
  add(stored: StoredMessage, at: number): void {
    if (stored.role === 'user' && this.#m > 0) {
      this.#write({ kind: 'mark', mark: 'turn-end' }, at)
      this.#turn++
    }
    const message = plainMessage(stored)
    const id = message.id ?? ownId({ w: this.#w, n: this.#n })
    this.#write({ kind: 'message', m: this.#m++, id, hash: messageHash(message), message }, at)
    if (this.#waitingBytes > WRITE) this.#flush()
  }

  /** Takes messages that were left behind out of the window, if they are in it. */
  leaveBehind(ids: ReadonlySet<string>, at: number): void {
    const window = this.#fold.window()
    const refs = window.filter(({ id }) => id !== undefined && ids.has(id)).map(({ ref }) => ref)
    if (refs.length > 0) this.#rewrite('rewind', rangesOf(refs), refs.length, at)
  }

  /**
   * Ends the writing. A window that is too long is cut to its end; everything stays in the record.
   *
   * @returns the session file; @throws ChatCliError `storage`
   */
  finish(
    facts: Pick<SessionFile, 'source' | 'title' | 'other'> & { readonly id: string; readonly name: string },
    at: number,
  ): SessionFile {
    const { id, name, title, source, other } = facts
    if (this.#fold.name !== name) this.#write({ kind: 'mark', mark: 'named', data: { name } }, at)
    if (title !== undefined && this.#fold.state().settings.title !== title)
      this.#write({ kind: 'set', set: { title } }, at)
    this.#trim(at)
    if (this.#n > 0) this.#write({ kind: 'mark', mark: 'close' }, at)
    this.#flush()
    this.#log.close()
    const state = this.#fold.state()
    const wanted = new Set(state.window.map((message) => message.id))
    const words = this.#words(wanted)
    const window = state.window.map((each) => ({
      ...each,
      message: words.get(each.id ?? '') ?? each.message,
    }))
    const target = { id, name, machine: false, source, other, transcriptId: this.id, place: this.#place }
    return snapshotOf({ ...state, window }, target)
  }

  #trim(at: number): void {
    const window = this.#fold.window()
    const lengths = window.map(({ id, message }) => this.#lengths.get(id ?? '') ?? message.content.length)
    if (lengths.reduce((sum, length) => sum + length, 0) <= LONG_SESSION) return
    let kept = window.length
    for (let sum = 0; kept > 0 && sum + (lengths[kept - 1] ?? 0) <= SNAPSHOT; kept--)
      sum += lengths[kept - 1] ?? 0
    const gone = window.slice(0, Math.min(kept, window.length - 1))
    this.#rewrite('trim', rangesOf(gone.map(({ ref }) => ref)), gone.length, at)
  }

  #rewrite(reason: 'trim' | 'rewind', removes: readonly Range[], count: number, at: number): void {
    const window = this.#fold.window()
    const digest = windowDigest(window.map(({ hash }) => hash))
    this.#write(
      { kind: 'rewrite', reason, removes, before: window.length, after: window.length - count, digest },
      at,
    )
  }

  #write(body: Body, at: number): void {
    const time = new Date(at).toISOString()
    const event: TranscriptEvent = {
      v: 1,
      w: this.#w,
      n: this.#n++,
      at: time,
      turn: `${this.#w}-${this.#turn}`,
      ...body,
    }
    this.#waiting.push(event)
    this.#waitingBytes += body.kind === 'message' ? lengthOf(body.message) : 200
    this.#see(event)
  }

  #see(event: TranscriptEvent): void {
    if (event.kind !== 'message') {
      this.#fold.apply(event)
      return
    }
    this.#lengths.set(event.id, lengthOf(event.message))
    const { role, content, id, created_at: at } = event.message
    if (at !== undefined) {
      this.#said.add(saidKey(at, event.hash))
      if (this.#lastSaidAt === undefined || at > this.#lastSaidAt) this.#lastSaidAt = at
    }
    // Enough for a title. A slice would keep the whole text in memory.
    const start = Buffer.from(content.slice(0, 400)).toString()
    const words = { role, content: start, ...(id === undefined ? {} : { id }) }
    this.#fold.apply({ ...event, message: at === undefined ? words : { ...words, created_at: at } })
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const outcome = this.#log.append(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    if (outcome.where === 'transcript')
      this.#place = { offset: outcome.offset + outcome.length, crc: outcome.crc }
  }

  /** What the messages of the window say, from the file. */
  #words(ids: ReadonlySet<string | undefined>): ReadonlyMap<string, Message> {
    const words = new Map<string, Message>()
    for (const item of readTranscript(this.#context.disk, transcriptPath(this.#context, this.id))) {
      if (item.kind === 'event' && item.event.kind === 'message' && ids.has(item.event.id))
        words.set(item.event.id, item.event.message)
    }
    return words
  }
}

/** About how many bytes a message takes. */
export function lengthOf({ content, tool_calls: calls }: Message): number {
  const given = (calls ?? []).reduce(
    (sum, call) => sum + JSON.stringify(call.arguments ?? '').length + 100,
    0,
  )
  return content.length + given + 100
}
