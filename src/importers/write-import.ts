import type { StoreContext } from '../store/store-context.ts'
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
import type { ImportedTool, SkippedImport } from './imports-api.ts'
import { lengthOf } from './long-session.ts'
import { messageIds, type ReadConversation } from './merge-session.ts'
import { SessionWriter, type WrittenSession } from './session-writer.ts'

/** Bytes of messages that are held before what was read is written: a unit may hold many conversations. */
const MOST_HELD = 34 * 2 ** 20
/** Milliseconds of reading between two pauses. */
const SLICE = 30

interface Held {
  facts: ImportFacts
  messages: ImportedMessage[]
}

export interface WriteImportOptions {
  readonly importer: Importer
  readonly machine: ImportMachine
  readonly units: readonly ImportUnit[]
  /** What is known of earlier imports of the tool. */
  readonly state: ImportState
  /** Reads everything again, also what did not change. */
  readonly all: boolean
  readonly dryRun: boolean
  /** Called now and then while a unit is read, and behind it with all its bytes. */
  readonly onRead: (bytes: number, newSessions: number, isOver: boolean) => void
  /** Lets everything else in this process go on. */
  readonly pause: (() => Promise<void>) | undefined
  /** Sessions after which what is written is put in place. */
  readonly batch: number | undefined
  /** Stops it at once; what was read to its end is kept. */
  readonly signal: AbortSignal | undefined
}

/** What came of the units of one tool. */
export interface WriteImportResult {
  readonly tool: ImportedTool
  readonly skips: readonly SkippedImport[]
}

/**
 * Reads units of one tool and makes sessions of what they hold. How far each was read is noted last, once the sessions
 * are on the device, so an import that was cut off is done again and doubles nothing.
 *
 * @throws ChatCliError `storage`
 */
export async function writeImport(
  context: StoreContext,
  options: WriteImportOptions,
): Promise<WriteImportResult> {
  const { importer, units, state, all, dryRun, batch, onRead, signal } = options
  const skips: SkippedImport[] = []
  const counts = { imported: 0, unchanged: 0, skipped: 0, newSessions: 0, grownSessions: 0, newMessages: 0 }
  let run: UnitReader | undefined
  const noted: { readonly unit: ImportUnit; readonly done: ReadUnit }[] = []
  const leftOut = new Set<string>()
  const onPlaced = (left: readonly string[]): void => {
    for (const id of left) leftOut.add(id)
    for (const { unit, done } of noted.splice(0)) {
      if (done.sessions.some((id) => leftOut.has(id))) {
        const detail = 'its session was changed meanwhile; the next import takes it'
        skips.push({
          tool: importer.tool,
          path: unit.path,
          offset: undefined,
          reason: 'not-writable',
          detail,
        })
      } else if (done.isWhole) state.noteUnit(unit, done.cursor)
    }
    if (!dryRun) state.save()
  }
  let writer: SessionWriter | undefined
  try {
    for (const unit of units) {
      if (signal?.aborted === true) break
      if (!all && state.isUnchanged(unit)) {
        counts.unchanged++
        continue
      }
      writer ??= new SessionWriter(context, { onPlaced, dryRun, batch })
      const made = counts.newSessions
      run ??= new UnitReader({ ...options, writer })
      const done = await run.read(unit, (bytes) => onRead(bytes, made, false))
      if (done === undefined) break
      skips.push(...done.skips)
      counts.newSessions += done.newSessions
      counts.grownSessions += done.grownSessions
      counts.newMessages += done.newMessages
      counts[
        done.newSessions + done.grownSessions > 0
          ? 'imported'
          : done.skips.length > 0 && done.isNothing
            ? 'skipped'
            : 'unchanged'
      ]++
      noted.push({ unit, done })
      onRead(unit.bytes, counts.newSessions, true)
      if (writer.isFull) await writer.place()
    }
  } finally {
    await writer?.close()
  }
  const read = counts.imported + counts.unchanged + counts.skipped
  return { tool: { tool: importer.tool, label: importer.label, units: read, ...counts }, skips }
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

interface ReadUnit {
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
}

type Written =
  | WrittenSession
  | { readonly id?: never; readonly outcome: 'copy'; readonly newMessages: 0; readonly detail?: string }

interface UnitReaderOptions extends WriteImportOptions {
  readonly writer: SessionWriter
}

/** Reads units one after the other, and hands their conversations to the writer. */
class UnitReader {
  readonly #options: UnitReaderOptions

  constructor(options: UnitReaderOptions) {
    this.#options = options
  }

  /** @returns undefined when it was stopped */
  async read(unit: ImportUnit, onRead: (bytes: number) => void): Promise<ReadUnit | undefined> {
    const { importer, machine, state, writer, all, pause, signal } = this.#options
    const { tool } = importer
    const held = new Map<string, Held>()
    const skips: SkippedImport[] = []
    const counts = { newMessages: 0 }
    const [made, grown] = [new Set<string>(), new Set<string>()]
    let [bytes, sum, isNothing, isWhole] = [0, 0, true, true]
    let pausedAt = 0
    let cursor: ImportCursor | undefined = state.unit(unit.key)?.cursor
    const from = all ? undefined : cursor
    const of = (id: string): Held => {
      const known = held.get(id) ?? { facts: { id }, messages: [] }
      held.set(id, known)
      return known
    }
    const write = (): void => {
      for (const each of held.values()) {
        const { id = '', outcome, newMessages, detail } = this.#write(unit, each)
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
          const known = of(event.facts.id)
          known.facts = { ...known.facts, ...event.facts }
          break
        }
        case 'messages':
          of(event.conversation).messages.push(...event.messages)
          for (const { message } of event.messages) bytes += lengthOf(message)
          if (bytes > MOST_HELD) {
            write()
            if (writer.isFull) await writer.place()
          }
          break
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
    return { sessions, skips, newSessions, grownSessions, ...counts, isNothing, isWhole, cursor }
  }

  #write(unit: ImportUnit, { facts, messages }: Held): Written {
    const { importer, state, writer } = this.#options
    const own =
      importer.capabilities.copies === true ? this.#withoutCopies(facts, messages) : { facts, messages }
    if (own.messages.length === 0 && messages.length > 0) return { outcome: 'copy', newMessages: 0 }
    const read: ReadConversation = {
      tool: importer.tool,
      path: unit.path,
      mtimeMs: unit.mtimeMs,
      family: state.origin(facts.id),
      ...own,
    }
    const written = writer.write(read)
    const head = messages[0]?.nativeId
    if (head !== undefined) state.noteHead(head, facts.id)
    return written
  }

  /** What a resumed or forked session copied from another one stands there. */
  #withoutCopies(facts: ImportFacts, messages: readonly ImportedMessage[]): Held {
    const { importer, state, writer } = this.#options
    const { tool } = importer
    const head = messages[0]?.nativeId
    const kin = new Set(head === undefined ? [] : state.withHead(head))
    if (facts.kind === 'fork' && facts.parent !== undefined) kin.add(facts.parent)
    kin.delete(facts.id)
    let own = [...messages]
    let { parent } = facts
    for (const other of kin) {
      const known = writer.messageIds(tool, other)
      const ids = messageIds(tool, own)
      const left = own.filter((_, i) => !known.has(ids[i] ?? ''))
      if (left.length < own.length) parent ??= other
      own = left
    }
    return parent === undefined || facts.parent !== undefined
      ? { facts, messages: own }
      : { facts: { kind: 'fork', ...facts, parent }, messages: own }
  }
}
