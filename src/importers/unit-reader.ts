import { messageHash } from '../conversation/message-hash.ts'
import type { ImportState } from './import-state.ts'
import type {
  ImportCursor,
  ImportedMessage,
  Importer,
  ImportEvent,
  ImportFacts,
  ImportMachine,
  ImportUnit,
} from './importer.ts'
import type { SkippedImport } from './imports-api.ts'
import { lengthOf } from './long-session.ts'
import { messageIds, type ReadConversation } from './merge-session.ts'
import { saidKey } from './said-key.ts'
import { boundedDepth } from './shared/bounded-depth.ts'
import type { SessionWriter, WrittenSession } from './session-writer.ts'
import { wordsCounter } from './words-counter.ts'

/** Bytes of messages that are held before what was read is written: a unit may hold many conversations. */
const MOST_HELD = 34 * 2 ** 20
/** Milliseconds of reading between two pauses. */
const SLICE = 30

interface Held {
  facts: ImportFacts
  messages: ImportedMessage[]
}

/** What came of one unit. */
export interface ReadUnit {
  /** Ids of the sessions that were made, and that were added to. */
  readonly sessions: readonly string[]
  readonly skips: readonly SkippedImport[]
  readonly newSessions: number
  readonly grownSessions: number
  readonly newMessages: number
  /** It held no message at all that could be taken. */
  readonly isNothing: boolean
  /** It was read to its end: it need not be read again before it changes. */
  readonly isWhole: boolean
  readonly cursor: ImportCursor | undefined
  /** Conversations that got another id, by their native one. */
  readonly as: Readonly<Record<string, string>>
}

type Written =
  | WrittenSession
  | { readonly id?: never; readonly outcome: 'copy'; readonly newMessages: 0; readonly detail?: string }

export interface UnitReaderOptions {
  readonly importer: Importer
  readonly machine: ImportMachine
  readonly state: ImportState
  readonly writer: SessionWriter
  /** Reads everything again, also what did not change. */
  readonly all: boolean
  readonly pause: (() => Promise<void>) | undefined
  readonly signal: AbortSignal | undefined
  /** Bytes of messages that are held before what was read is written. */
  readonly mostHeld?: number
}

/** Reads units one after the other, and hands their conversations to the writer. */
export class UnitReader {
  readonly #options: UnitReaderOptions
  /** Of the unit that is read. */
  #as = new Map<string, string>()
  /** Conversations of it of which is known whose they are: what comes later of a long one goes where its beginning went. */
  #told = new Set<string>()

  constructor(options: UnitReaderOptions) {
    this.#options = options
  }

  /** @returns undefined when it was stopped */
  async read(unit: ImportUnit, onRead: (bytes: number) => void): Promise<ReadUnit | undefined> {
    const { importer, machine, state, writer, all, pause, signal, mostHeld = MOST_HELD } = this.#options
    const { tool } = importer
    const held = new Map<string, Held>()
    const skips: SkippedImport[] = []
    const counts = { newMessages: 0 }
    const [made, grown] = [new Set<string>(), new Set<string>()]
    let [bytes, sum, isNothing, isWhole] = [0, 0, true, true]
    let pausedAt = 0
    const counters = new Map<string, ReturnType<typeof wordsCounter>>()
    const named = (conversation: string, imported: ImportedMessage): ImportedMessage => {
      if (imported.nativeId !== undefined) return imported
      const wordsOf = counters.get(conversation) ?? wordsCounter()
      counters.set(conversation, wordsOf)
      return { ...imported, words: wordsOf(imported.message) }
    }
    const known = state.unit(unit.key)
    this.#as = new Map(Object.entries(known?.as ?? {}))
    this.#told = new Set()
    let cursor: ImportCursor | undefined = known?.cursor
    const from = all ? undefined : cursor
    const of = (id: string): Held => {
      const there = held.get(id) ?? { facts: { id }, messages: [] }
      held.set(id, there)
      return there
    }
    const write = (): void => {
      for (const each of held.values()) {
        if (known === undefined || all) this.#tellApart(unit, each)
        const { id = '', outcome, newMessages, detail } = this.#write(unit, this.#renamed(each))
        if (outcome === 'new') made.add(id)
        if (outcome === 'grown') grown.add(id)
        counts.newMessages += newMessages
        if (outcome === 'new' || outcome === 'grown' || outcome === 'same') {
          isNothing = false
          continue
        }
        // What the reader itself said of it is enough.
        if (outcome === 'empty' && each.messages.length === 0) continue
        isWhole &&= outcome !== 'not-writable' && outcome !== 'in-trash'
        skips.push({ tool, path: unit.path, offset: undefined, reason: outcome, detail })
      }
      held.clear()
      sum += bytes
      bytes = 0
    }
    const given = { ...(from === undefined ? {} : { from }), ...(signal === undefined ? {} : { signal }) }
    for await (const event of untilAborted(importer.read(machine, unit, given), unit.path, signal)) {
      if (pause !== undefined && machine.now() - pausedAt > SLICE) {
        onRead(Math.min(unit.bytes, sum + bytes))
        await pause()
        pausedAt = machine.now()
      }
      switch (event.kind) {
        case 'facts': {
          const there = of(event.facts.id)
          there.facts = { ...there.facts, ...event.facts }
          break
        }
        case 'messages': {
          const messages = event.messages.map((one) => named(event.conversation, writable(one)))
          of(event.conversation).messages.push(...messages)
          for (const { message } of messages) bytes += lengthOf(message)
          if (bytes > mostHeld) {
            write()
            if (writer.isFull) await writer.place()
          }
          break
        }
        case 'skipped': {
          const { path, offset, reason, detail } = event
          skips.push({ tool, path, offset, reason, detail })
          isWhole &&= reason !== 'unreadable' && reason !== 'encrypted'
          break
        }
        case 'cursor':
          cursor = event.cursor
      }
    }
    const isStopped = signal?.aborted === true
    // Of a long conversation a part is in place already.
    if (!isStopped) write()
    writer.endUnit()
    if (isStopped) return undefined
    const sessions = [...new Set([...made, ...grown])]
    const [newSessions, grownSessions] = [made.size, sessions.length - made.size]
    const as = Object.fromEntries(this.#as)
    return { sessions, skips, newSessions, grownSessions, ...counts, isNothing, isWhole, cursor, as }
  }

  /**
   * Of two files in different places that call their conversations alike, and have nothing in common, the later one is a
   * conversation of its own. What it is called goes by what it begins with, so it is the same wherever the file lies.
   */
  #tellApart(unit: ImportUnit, { facts: { id }, messages }: Held): void {
    const { importer, writer } = this.#options
    const { tool, capabilities } = importer
    if (capabilities.idsByPlace !== true || messages.length === 0 || this.#told.has(id)) return
    this.#told.add(id)
    if (this.#as.has(id)) return
    const path = writer.sourcePath(tool, id)
    if (path === undefined || path === unit.path) return
    const known = writer.messagesOf(tool, id)
    const ids = messageIds(tool, messages)
    if (!ids.some((each) => known.has(each))) this.#as.set(id, `${id}@${ids[0]?.slice(tool.length + 1)}`)
  }

  #renamed({ facts, messages }: Held): Held {
    const { id, parent } = facts
    const above = parent === undefined ? undefined : this.#as.get(parent)
    return {
      facts: { ...facts, id: this.#as.get(id) ?? id, ...(above === undefined ? {} : { parent: above }) },
      messages,
    }
  }

  #write(unit: ImportUnit, { facts, messages }: Held): Written {
    const { importer, state, writer } = this.#options
    const head = this.#keysOf(messages.slice(0, 1))[0]
    const own = this.#makesCopies ? this.#withoutCopies(facts, messages, head) : { facts, messages }
    if (own.messages.length === 0 && messages.length > 0) return { outcome: 'copy', newMessages: 0 }
    const read: ReadConversation = {
      tool: importer.tool,
      path: unit.path,
      mtimeMs: unit.mtimeMs,
      family: state.origin(facts.id),
      hasTwoStores: importer.capabilities.twoStores === true,
      ...own,
    }
    const written = writer.write(read)
    if (head !== undefined) state.noteHead(head, facts.id)
    return written
  }

  get #makesCopies(): boolean {
    const { copies, copiesByWords } = this.#options.importer.capabilities
    return copies === true || copiesByWords === true
  }

  /** What tells each message in another conversation, where the tool makes copies of conversations. */
  #keysOf(messages: readonly ImportedMessage[]): readonly (string | undefined)[] {
    const { copies, copiesByWords } = this.#options.importer.capabilities
    if (copies === true) return messages.map(({ nativeId }) => nativeId)
    if (copiesByWords !== true) return []
    return messages.map(({ at, quality, message }) =>
      quality === 'exact' && at !== undefined
        ? saidKey(new Date(at).toISOString(), messageHash(message))
        : undefined,
    )
  }

  /** What a resumed or forked session copied from another one stands there. */
  #withoutCopies(facts: ImportFacts, messages: readonly ImportedMessage[], head: string | undefined): Held {
    const { importer, state, writer } = this.#options
    const { tool, capabilities } = importer
    const kin = new Set(head === undefined ? [] : state.withHead(head))
    if (facts.kind === 'fork' && facts.parent !== undefined) kin.add(facts.parent)
    kin.delete(facts.id)
    let own = [...messages]
    let { parent } = facts
    for (const other of kin) {
      const known = writer.messagesOf(tool, other)
      const keys = capabilities.copies === true ? messageIds(tool, own) : this.#keysOf(own)
      const left = own.filter((_, i) => !known.has(keys[i] ?? ''))
      if (left.length < own.length) parent ??= other
      own = left
    }
    return parent === undefined || facts.parent !== undefined
      ? { facts, messages: own }
      : { facts: { kind: 'fork', ...facts, parent }, messages: own }
  }
}

/** A message with what tools were given no deeper than it can be written. */
function writable(imported: ImportedMessage): ImportedMessage {
  const { message } = imported
  if (!message.tool_calls) return imported
  const calls = message.tool_calls.map((call) =>
    call.arguments === undefined ? call : { ...call, arguments: boundedDepth(call.arguments) },
  )
  return { ...imported, message: { ...message, tool_calls: calls } }
}

/**
 * What comes until it is stopped; a reader may notice that itself. A reader that fails ends, and that is told: what other
 * files hold is not lost for it.
 */
async function* untilAborted(
  events: AsyncIterable<ImportEvent>,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportEvent, void, undefined> {
  try {
    for await (const event of events) {
      if (signal?.aborted === true) return
      yield event
    }
  } catch (error) {
    if (signal?.aborted === true) return
    const detail = error instanceof Error ? error.message : String(error)
    yield { kind: 'skipped', path, reason: 'unreadable', detail }
  }
}
