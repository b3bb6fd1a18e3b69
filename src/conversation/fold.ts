import { Change, type Effect } from './change.ts'
import { type Entry, EntryList, newEntry } from './entry-list.ts'
import type {
  EditBody,
  LineRef,
  MessageBody,
  MessageRef,
  Range,
  RewriteBody,
  TranscriptEvent,
} from './event.ts'
import { ConversationFacts } from './facts.ts'
import type { ConversationState, FoldProblem, OpenTurn, RewriteSummary, WindowMessage } from './fold-state.ts'
import { gapsIn } from './gaps.ts'
import { GoRun } from './go-run.ts'
import { LineIndex } from './line-index.ts'
import { messageHash } from './message-hash.ts'
import type { Message } from './message.ts'
import { Puts } from './puts.ts'
import { RangeSet, rangeOf, refKey } from './range-set.ts'

type Line<Body> = Body & Pick<TranscriptEvent, 'w' | 'n' | 'at' | 'turn'>

/**
 * A conversation is the fold of its transcript: feed it the events in file order and read the state.
 *
 * 1. The window is the live entries in canonical order, see {@link EntryList.join}.
 * 2. A rewrite changes only what it names, so what its writer had not seen survives.
 * 3. A put is taken only if something it stands for was live; it takes the place of the live puts it covers, and goes
 *    when everything it stands for is removed, or is in the window again.
 * 4. An undo reverses what its rewrite really did, and nothing else.
 * 5. A turn is open until it is ended.
 * 6. Folding a prefix and continuing equals folding all.
 *
 * Lines of an equal `(w, n)` count once, the first one; so does a message id.
 */
export class ConversationFold {
  readonly #order = new EntryList()
  readonly #lines: LineIndex
  readonly #puts: Puts
  readonly #record: Entry[] = []
  readonly #ids = new Map<string, Entry>()
  readonly #effects = new Map<string, Effect>()
  readonly #adopted: Set<string>
  readonly #facts: ConversationFacts
  readonly #rewrites: RewriteSummary[] = []
  readonly #rewritesBefore: number
  readonly #problems: FoldProblem[] = []
  readonly #goRun = new GoRun()
  readonly #start: ConversationState | undefined
  #last: LineRef | undefined
  #needsAll = false

  /** @param start continues from a snapshot; {@link needsAll} says when that was not enough */
  constructor(start?: ConversationState) {
    this.#start = start
    this.#facts = new ConversationFacts(start)
    this.#last = start?.last
    this.#lines = new LineIndex(start?.seen)
    this.#puts = new Puts(this.#lines, this.#order, start === undefined)
    this.#adopted = new Set(start?.adopted)
    this.#rewritesBefore = start?.rewrites ?? 0
    for (const message of start?.window ?? []) this.#resume(message)
  }

  /** Folds one more line. A line that was folded already changes nothing. */
  apply(event: TranscriptEvent): void {
    const ref: LineRef = [event.w, event.n]
    if (!this.#lines.note(ref)) return
    this.#facts.noteLine(event)
    this.#last = ref
    if (event.w !== 'go') this.#goRun.interrupt()
    switch (event.kind) {
      case 'message':
        return this.#say(event)
      case 'rewrite':
        return this.#rewrite(event)
      case 'edit':
      case 'adopt':
        return this.#edit(event)
      case 'set':
        return this.#facts.set(event.set)
      case 'mark':
        return this.#facts.mark(event)
      case 'forgotten':
        // That it was there is all that is known: nobody who still has it brings it back.
        return undefined
    }
  }

  /** True when a line needs something the snapshot did not hold: fold again from the first byte. */
  get needsAll(): boolean {
    return this.#needsAll || this.#puts.lacksAnchor
  }

  /** True when it went on from a snapshot: what was said before that and left the window is not in {@link record}. */
  get isContinued(): boolean {
    return this.#start !== undefined
  }

  /** Everything said, in file order, with the originals of what was compacted or rewound, without derived messages. */
  get record(): readonly Entry[] {
    return this.#record
  }

  /** Every rewrite folded, oldest first; of a continued fold, those since the snapshot. */
  get rewrites(): readonly RewriteSummary[] {
    return this.#rewrites
  }

  /** The last name a mark gave the conversation. */
  get name(): string | undefined {
    return this.#facts.name
  }

  /** What the `forked-from` mark says: the parent's `id` and `name`, and the oldest ancestor, `family`. */
  get forkedFrom(): Readonly<Record<string, unknown>> | undefined {
    return this.#facts.forkedFrom
  }

  get openTurns(): readonly OpenTurn[] {
    return this.#facts.openTurns
  }

  /** Who a writer said it is when it began. */
  openedBy(w: string): Readonly<Record<string, unknown>> | undefined {
    return this.#facts.openedBy(w)
  }

  /** The message with an id, wherever it is by now; undefined when there is none, or when {@link mayHideIds}. */
  byId(id: string): Pick<Entry, 'ref' | 'hash' | 'turn'> | undefined {
    return this.#ids.get(id)
  }

  /** True when a continued fold may lack a message that left the window before. */
  get mayHideIds(): boolean {
    return this.#start?.hiddenIds === true
  }

  has(ref: LineRef): boolean {
    return this.#lines.seen.has(ref)
  }

  window(): WindowMessage[] {
    const window: WindowMessage[] = []
    for (const entry of this.#order) if (entry.live) window.push(windowMessage(entry))
    return window
  }

  state(): ConversationState {
    return {
      window: this.window(),
      ...this.#facts.state(),
      rewrites: this.#rewritesBefore + this.#rewrites.length,
      problems: [
        ...gapsIn(this.#lines.seen.ranges(), this.#facts.forkedFrom?.['without']),
        ...this.#problems,
      ],
      seen: this.#lines.seen.ranges(),
      adopted: [...this.#adopted],
      hiddenIds: this.#hasHiddenIds(),
      last: this.#last,
    }
  }

  #say(line: Line<MessageBody>): void {
    if (line.w === 'go') {
      if (this.#start !== undefined) this.#needsAll = true
      if (this.#goRun.isKnown(line.hash, this.#order)) return
    } else {
      this.#facts.noteTurn(line)
    }
    const known = this.#ids.get(line.id)
    if (known !== undefined) {
      if (known.hash !== line.hash) this.#complain('id-conflict', `two texts under the id ${line.id}`, line)
      return
    }
    if (this.#start?.hiddenIds === true && !isIdOf(line.id, line.w)) this.#needsAll = true
    const entry = newEntry('message', [line.w, line.n], line, line)
    this.#ids.set(line.id, entry)
    this.#lines.keep([line.w, line.n], [entry])
    this.#order.join(entry)
    this.#order.setLive(entry, true)
    this.#noteSaid(entry)
  }

  #noteSaid(entry: Entry): void {
    this.#record.push(entry)
    this.#facts.noteMessage(entry)
  }

  #rewrite(line: Line<RewriteBody>): void {
    const { restores = [], reason, at, before, after } = line
    const change = new Change(reason === 'rewind' || reason === 'undo' ? 'rewound' : 'compacted', this.#order)
    if (line.undoes !== undefined) this.#undo(line.undoes, change, line)
    const puts = (line.puts ?? []).map((put) => ({ ...put, of: this.#puts.whole(put.of, restores) }))
    const taken = puts.map((put) => this.#puts.isWanted(put))
    // A put that goes without its originals coming back takes them along, whatever else stands for them by now.
    const removes = restores.length === 0 ? this.#puts.whole(line.removes, restores) : line.removes
    for (const entry of this.#named(removes)) change.kill(entry)
    for (const entry of this.#named(restores, 'all')) change.revive(entry)
    const replaced = new RangeSet(puts.flatMap((put) => put.of))
    const back = new RangeSet(change.revived.map((entry) => rangeOf(entry.ref)))
    this.#puts.narrow(new RangeSet(removes).minus(replaced).union(back), change)
    const carried = puts.map((put, k) => this.#puts.place(put, k, line, taken[k] === true, change))
    this.#lines.keep([line.w, line.n], carried)
    this.#effects.set(refKey([line.w, line.n]), change.effect())
    this.#rewrites.push({
      ref: [line.w, line.n],
      reason,
      at,
      before,
      after,
      undone: false,
      ...(line.undoes === undefined ? {} : { undoes: line.undoes }),
      said: this.#record.length,
    })
  }

  #undo(undoes: LineRef, change: Change, line: Line<RewriteBody>): void {
    const effect = this.#effects.get(refKey(undoes))
    if (effect === undefined) {
      if (this.#start !== undefined) this.#needsAll = true
      this.#complain('unresolved', `the rewrite to undo, ${refKey(undoes)}, is not here`, line)
      return
    }
    change.reverse(effect)
    this.#setUndone(undoes, true)
  }

  /** What an undo took back holds again when the undo is taken back. */
  #setUndone(ref: LineRef, undone: boolean): void {
    const index = this.#rewrites.findIndex((rewrite) => refKey(rewrite.ref) === refKey(ref))
    const rewrite = this.#rewrites[index]
    if (rewrite === undefined) return
    this.#rewrites[index] = { ...rewrite, undone }
    if (rewrite.undoes !== undefined) this.#setUndone(rewrite.undoes, !undone)
  }

  #edit(line: Line<EditBody>): void {
    if (this.#adopted.has(line.from)) return
    this.#adopted.add(line.from)
    const change = new Change(line.kind === 'edit' ? 'removed' : 'compacted', this.#order)
    for (const entry of this.#named(line.removes)) change.kill(entry)
    this.#puts.narrow(new RangeSet(line.removes), change)
    for (const [ref, message] of line.changes) {
      const entry = this.#find(ref, line)
      if (entry !== undefined) changeText(entry, message)
    }
    const entries: Entry[] = []
    this.#lines.keep([line.w, line.n], entries)
    for (const [k, { after, message }] of line.inserts.entries()) {
      const place = after === null ? undefined : this.#find(after, line)
      const entry = newEntry('insert', [line.w, line.n, k], line, hashed(message))
      if (entry.id !== undefined && !this.#ids.has(entry.id)) this.#ids.set(entry.id, entry)
      entries.push(entry)
      if (after !== null && place === undefined) this.#order.append(entry)
      else this.#order.insertAfter(place, entry)
      this.#order.setLive(entry, true)
      this.#noteSaid(entry)
    }
  }

  /** Puts a message of the snapshot back in its place. */
  #resume({ ref, turn, at, id, hash, message, of, left }: WindowMessage): void {
    const origin = of !== undefined ? 'put' : ref.length === 2 ? 'message' : 'insert'
    const entry = newEntry(origin, ref, { at, turn }, { id, hash, message }, of)
    if (left !== undefined) entry.left = new RangeSet(left)
    const [w, n, k = 0] = ref
    const carried = [...this.#lines.carriedBy([w, n])]
    carried[k] = entry
    this.#lines.keep([w, n], carried)
    if (id !== undefined) this.#ids.set(id, entry)
    if (of !== undefined) this.#puts.add(entry)
    this.#order.append(entry)
    this.#order.setLive(entry, true)
  }

  #find(ref: MessageRef, line: Pick<TranscriptEvent, 'w' | 'n'>): Entry | undefined {
    const entry = this.#lines.entry(ref)
    if (entry === undefined && this.#start !== undefined) this.#needsAll = true
    if (entry === undefined) this.#complain('unresolved', `the message ${refKey(ref)} is not here`, line)
    return entry
  }

  /** @param want `all` when it matters that a named message is not in the snapshot */
  *#named(ranges: readonly Range[], want?: 'all'): Generator<Entry, void, undefined> {
    for (const entry of this.#lines.named(ranges)) {
      if (entry !== undefined) yield entry
      else if (want === 'all' && this.#start !== undefined) this.#needsAll = true
    }
  }

  #hasHiddenIds(): boolean {
    if (this.#start?.hiddenIds === true) return true
    for (const [id, { live, ref }] of this.#ids) if (!live && !isIdOf(id, ref[0])) return true
    return false
  }

  #complain(kind: FoldProblem['kind'], detail: string, { w, n }: Pick<TranscriptEvent, 'w' | 'n'>): void {
    this.#problems.push({ kind, detail, ref: [w, n] })
  }
}

/** The id of a message whose writer had no other for it. */
export function ownId({ w, n }: Pick<TranscriptEvent, 'w' | 'n'>): string {
  return `${w}-${n}`
}

/** Whether a writer made an id itself: those of its lines, of its turns and of what is said in them begin like this. */
export function isIdOf(id: string, w: string): boolean {
  return id.startsWith(`${w}-`)
}

function windowMessage({ ref, turn, at, id, hash, message, of, left }: Entry): WindowMessage {
  return {
    ref,
    turn,
    at,
    ...(id === undefined ? {} : { id }),
    hash,
    message,
    ...(of === undefined || left === undefined ? {} : { of, left: left.ranges() }),
  }
}

function hashed(message: Message): Pick<Entry, 'id' | 'hash' | 'message'> {
  return { id: message.id, hash: messageHash(message), message }
}

function changeText(entry: Entry, message: Message): void {
  entry.original ??= entry.message
  entry.message = message
  entry.hash = messageHash(message)
}
