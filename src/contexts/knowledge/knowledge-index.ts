import { setImmediate as nextTurn } from 'node:timers/promises'
import { errorCode } from '../../disk/error-code.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import {
  type ApplyTools,
  type RecordChange,
  applyChanges,
  changeSteps,
} from '../../indexing/apply-changes.ts'
import { compareStamps } from '../../indexing/compare-stamps.ts'
import { IndexFile } from '../../indexing/index-file.ts'
import { type IndexState, emptyState, withoutSegment } from '../../indexing/index-state.ts'
import { tidySegments } from '../../indexing/tidy-segments.ts'
import { createArena } from '../../search/arena.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { type DecodingMemory, type ReadText, segmentIndex } from '../../search/segments/segment-index.ts'
import { segmentTroubleOf } from '../../search/segments/segment-trouble.ts'
import type { RecordStamp } from '../../store/record-stamps.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { DocumentReader } from './document-reader.ts'
import { documentRecord } from './document-record.ts'
import type { DocumentSource } from './document-source.ts'
import type { KnowledgeRefresh, KnowledgeRefreshOptions } from './knowledge-types.ts'
import { passageMark } from './passage-mark.ts'

const mostTries = 5
/** Text that is written anew after a change; the rest waits for another one. UTF-16 code units. */
const tidied = 2 ** 22
/** Text of one step, after which others get a turn. */
const stepText = 2 ** 18
/** Text of a segment: half of what those of sessions have takes less memory to make. UTF-16 code units. */
const segment = 12 * 2 ** 20
/** Memory for what is decoded of the index, bytes. */
const decoded = { terms: 64 * 2 ** 20, rows: 4 * 2 ** 20 } as const

/** The search index over the documents of one base, in a folder of its own. */
export class KnowledgeIndex {
  readonly #context: StoreContext
  readonly #file: IndexFile
  readonly #documents: DocumentSource
  readonly #reader: DocumentReader
  #state: IndexState = emptyState
  #view: { readonly segments: IndexState['segments']; readonly index: SearchIndex } | undefined
  readonly #outdated = new Set<string>()
  /** What answers decode; how many are being made. */
  readonly #memory: DecodingMemory = { terms: createArena(decoded.terms), rows: createArena(decoded.rows) }
  #answers = 0
  #isRefreshing = false
  /** Found at the last look, by reason. */
  #skipped: Readonly<Record<string, number>> = {}

  constructor(
    context: StoreContext,
    folder: string,
    { documents, reader }: { readonly documents: DocumentSource; readonly reader: DocumentReader },
  ) {
    this.#reader = reader
    this.#context = context
    this.#file = new IndexFile(context, folder)
    this.#documents = documents
  }

  /** The state on the disk. It must not be kept. */
  get state(): IndexState {
    return (this.#state = this.#file.load(this.#state))
  }

  /** What was left out, by reason: known when the documents were looked at, and of those that were read. */
  get skipped(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = { ...this.#skipped }
    for (const { reason } of this.state.unreadable) counts[reason] = (counts[reason] ?? 0) + 1
    return counts
  }

  /**
   * Asks the index. What is damaged in it is made anew, and so is what it says of documents that changed since, as far
   * as the answer met them.
   */
  use<T>(work: (index: SearchIndex) => T): T {
    // Nothing that an earlier answer decoded is in use any more.
    if (this.#answers === 0) {
      this.#memory.terms.recycle(0.75)
      this.#memory.rows.recycle()
    }
    this.#answers++
    try {
      for (let tries = 1; ; tries++) {
        try {
          const { segments } = this.state
          if (this.#view?.segments !== segments)
            this.#view = { segments, index: segmentIndex(segments, this.#readText, this.#memory) }
          const result = work(this.#view.index)
          if (this.#outdated.size === 0 || this.#isRefreshing || tries >= mostTries) return result
          this.#lookAgain([...this.#outdated])
          // What cannot be read now stays as it is: asking again would not help.
          if (this.#state.segments === segments) return result
        } catch (error) {
          this.#heal(error, tries)
        } finally {
          this.#outdated.clear()
        }
      }
    } finally {
      if (--this.#answers === 0) this.close()
    }
  }

  /** See `KnowledgeBase.refresh`. */
  async refresh({ signal, onProgress }: KnowledgeRefreshOptions = {}): Promise<KnowledgeRefresh> {
    if (this.#isRefreshing) throw locked()
    this.#isRefreshing = true
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await this.#refresh(signal, onProgress)
        } catch (error) {
          this.#heal(error, tries)
        }
      }
    } finally {
      this.#isRefreshing = false
      this.close()
    }
  }

  close(): void {
    this.#file.closeFiles()
    this.#documents.close()
  }

  async #refresh(
    signal: AbortSignal | undefined,
    onProgress: KnowledgeRefreshOptions['onProgress'],
  ): Promise<KnowledgeRefresh> {
    signal?.throwIfAborted()
    const found = await inTurns(this.#documents.find(signal))
    const stamps = found.stamps.map(withMark)
    this.#skipped = found.skipped
    let changes = compareStamps(this.state, stamps)
    let report = this.#report(changes, stamps.length)
    if (changes.length === 0 && this.#state.sweptAt > 0) {
      this.#state = { ...this.#state, sweptAt: this.#context.now() }
      return report
    }
    const isDone = await this.#file.whileLocked(async () => {
      changes = compareStamps(this.state, stamps)
      report = this.#report(changes, stamps.length)
      let text = 0
      const steps = changeSteps(this.#state, changes, {
        ...this.#tools(),
        isEnough: () => signal?.aborted === true,
        onRecord: (done, indexed) => {
          text = indexed
          onProgress?.({ done, total: changes.length, text })
        },
        // What it names now may be the only thing there is: files of the state before may be gone.
        onSegment: (state) => (this.#state = this.#file.save({ ...state, sweptAt: 0 })),
      })
      const changed = await inTurns(steps, () => text)
      const isWhole = changed.pending === 0 && signal?.aborted !== true
      const tidy = tidySegments(changed, { open: this.#file.open, textLimit: tidied })
      this.#state = this.#file.save({ ...tidy, sweptAt: isWhole ? this.#context.now() : 0 })
      this.#file.removeStrays()
    })
    signal?.throwIfAborted()
    if (!isDone || this.#file.isUnwritable) throw this.#notWritten()
    return { ...report, skipped: this.skipped }
  }

  #report(changes: ReturnType<typeof compareStamps>, found: number): KnowledgeRefresh {
    const records = this.#state.records()
    const removed = changes.filter(({ stamp }) => stamp === undefined).length
    const added = changes.filter(({ name, stamp }) => stamp !== undefined && !records.has(name)).length
    const changed = changes.length - removed - added
    return { added, changed, removed, same: found - added - changed, skipped: this.skipped }
  }

  #tools(): ApplyTools {
    return {
      load: ({ name }) => documentRecord(this.#documents.load(name)),
      open: this.#file.open,
      now: this.#context.now,
      segment,
    }
  }

  #lookAgain(names: readonly string[]): void {
    const changes = names.map((name): RecordChange => {
      const stamp = this.#documents.stamp(name)
      return stamp === undefined ? { name, stamp } : { name, stamp: withMark(stamp) }
    })
    const apply = (): void => {
      const changed = applyChanges(this.#state, changes, this.#tools())
      this.#state = tidySegments(changed, { open: this.#file.open, textLimit: tidied })
    }
    const isDone = this.#file.withLock(() => {
      this.#state = this.#file.load(this.#state)
      apply()
      this.#state = this.#file.save(this.#state)
    })
    if (!isDone) apply()
  }

  /** Leaves out what is damaged, so that the next look finds it missing. @throws what is no damage */
  #heal(error: unknown, tries: number): void {
    const trouble = segmentTroubleOf(error)
    if (trouble === undefined || tries >= mostTries) {
      if (error instanceof ChatCliError || errorCode(error) === undefined) throw error
      throw toStorageError(error, 'read', this.#file.path)
    }
    this.#view = undefined
    const { segment, kind } = trouble
    if (kind === 'gone' && this.#file.hasChanged()) return
    this.#file.damaged.push(segment)
    this.#file.forget(segment)
    const before = this.#state.records()
    this.#state = withoutSegment(this.#state, segment)
    const after = this.#state.records()
    this.#lookAgain([...before.keys()].filter((name) => !after.has(name)))
  }

  #notWritten(): ChatCliError {
    return this.#file.isUnwritable
      ? new ChatCliError('storage', `The knowledge base cannot be written in ${this.#file.path}`, {
          hint: 'Check the permissions of that folder, and whether the disk is full.',
        })
      : locked()
  }

  readonly #readText: ReadText = (rows, index, { name }) => {
    const location = rows.sliceAt(index)
    const text = location === undefined ? undefined : this.#documents.slice(location)
    if (text !== undefined) return text
    if (location !== undefined) this.#outdated.add(name)
    return this.#whole(name, rows.positions[index] ?? -1)
  }

  /** What has no place, or stands there no more. */
  #whole(name: string, position: number): string {
    const text = this.#reader.tryRead(name)?.passages[position]?.text
    if (text === undefined) this.#outdated.add(name)
    return text ?? ''
  }
}

/** Passages are told by their places among those of a document, so one that is cut in another way counts as changed. */
function withMark(stamp: RecordStamp): RecordStamp {
  return { ...stamp, stamp: `${passageMark()} ${stamp.stamp}` }
}

function locked(): ChatCliError {
  return new ChatCliError('locked', 'This knowledge base is being brought up to date already', {
    hint: 'Wait for it; meanwhile searches use what there is.',
  })
}

/** Runs steps to their end; others get a turn after each few, or after each that did much work. */
async function inTurns<T>(steps: Generator<undefined, T, undefined>, work?: () => number): Promise<T> {
  let last = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (work !== undefined && work() - last < stepText) continue
    last = work?.() ?? 0
    await nextTurn()
  }
}
