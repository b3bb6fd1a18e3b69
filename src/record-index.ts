import type { ConversationRecord } from './conversation/record.ts'
import { ChatCliError } from './errors.ts'
import { type RecordChange, applyChanges } from './indexing/apply-changes.ts'
import { errorCode } from './disk/error-code.ts'
import { toStorageError } from './disk/storage-error.ts'
import { followNotes, sweepForChanges } from './indexing/find-changes.ts'
import { IndexFile } from './indexing/index-file.ts'
import { type IndexState, emptyState, withoutSegment } from './indexing/index-state.ts'
import type { IndexApi, IndexProgress, IndexReport, IndexStatus } from './indexing/index-status.ts'
import { RecordText } from './indexing/record-text.ts'
import { statusOf } from './indexing/status-of.ts'
import { tidySegments } from './indexing/tidy-segments.ts'
import { createArena } from './search/arena.ts'
import { memoryIndex } from './search/memory-index.ts'
import type { SearchIndex } from './search/search-index.ts'
import type { SearchOptions, SearchResult } from './search/search-result.ts'
import { searchIndex } from './search/search.ts'
import { type DecodingMemory, segmentIndex } from './search/segments/segment-index.ts'
import { type SegmentTrouble, segmentTroubleOf } from './search/segments/segment-trouble.ts'
import { loadConversation } from './store/load-conversation.ts'
import { readChanges } from './store/read-changes.ts'
import { recordOf } from './store/record-of.ts'
import { type RecordStamp, recordStampOf } from './store/record-stamps.ts'
import type { StoreContext } from './store/store-context.ts'

export interface RecordIndexOptions {
  /** Runs work once the current answer is given; not at all when not given. */
  readonly defer?: (work: () => void) => void
  /** Runs work a moment later, unless the process ends first: until then files stay open. Not at all when not given. */
  readonly later?: (work: () => void) => void
  /** Told how far the first index of a home got. */
  readonly onProgress?: (progress: IndexProgress) => void
  /** Text that is collected before a segment is written, UTF-16 code units: less takes less memory, and more segments. */
  readonly segment?: number | undefined
}

/** Milliseconds after which every file is looked at again. */
const sweepEvery = 60_000
/** So few files are looked at before every answer: that takes a few milliseconds. */
const fewRecords = 256
/** Text (UTF-16 code units) that is written anew before an answer; the rest is left for `maintain`. */
const tidyNow = 2 ** 21
/** Text that is indexed in memory while another process writes the index, and where it cannot be written at all. */
const besideOther = { busy: 2 ** 22, unwritable: 2 ** 28 } as const
/** A log read again from here on costs no more than writing down how far it was read. */
const logSlack = 65_536
const mostTries = 5
/** Files that stay open between two answers. */
const mostKeptOpen = 128
/** Memory for what is decoded of the index, bytes. */
const decoded = { terms: 32 * 2 ** 20, rows: 8 * 2 ** 20 } as const

/**
 * The search index over everything in a store, kept in `index/` and brought up to date before each answer. Any number of
 * processes use it: one at a time writes, and none waits for another.
 */
export class RecordIndex implements IndexApi {
  readonly #context: StoreContext
  readonly #options: RecordIndexOptions
  readonly #file: IndexFile
  readonly #text: RecordText
  #state: IndexState = emptyState
  #view: { readonly segments: IndexState['segments']; readonly index: SearchIndex } | undefined
  #isDeferred = false
  #isClosing = false
  #isAsIs = false
  /** What answers decode; how many are being made. */
  readonly #memory: DecodingMemory = { terms: createArena(decoded.terms), rows: createArena(decoded.rows) }
  #answers = 0

  constructor(context: StoreContext, options: RecordIndexOptions = {}) {
    this.#context = context
    this.#options = options
    this.#file = new IndexFile(context)
    this.#text = new RecordText(context, (name) => this.#load({ name, ...this.#state.records().get(name) }))
  }

  search(query: string, options: SearchOptions): SearchResult {
    if (options.asIs === true) return this.#searchAsIs(query, options)
    return this.use((index) => {
      const result = searchIndex(index, query, options)
      return { ...result, coverage: { ...result.coverage, ...this.#coverage() } }
    })
  }

  /** An index over these records only. */
  of(records: readonly ConversationRecord[]): SearchIndex {
    return memoryIndex(records)
  }

  /** Asks the index over everything, up to date. It must not be kept. */
  use<T>(work: (index: SearchIndex) => T): T {
    return this.#decoding(() => {
      const result = this.#healing(() => {
        this.refresh()
        return work(this.#index())
      })
      this.#deferMaintenance()
      return result
    })
  }

  /** Brings the index up to date. @param purged the words of sessions that are gone must leave the disk now */
  refresh({
    sweep = false,
    purged = false,
  }: { readonly sweep?: boolean; readonly purged?: boolean } = {}): void {
    const start = this.#file.load(this.#state)
    this.#state = start
    const read = readChanges(this.#context, start.log)
    const isDue = sweep || start.sweptAt === 0 || start.known <= fewRecords
    const followed = isDue || !read.isComplete ? undefined : followNotes(this.#context, start, read.notes)
    const changes = followed ?? sweepForChanges(this.#context, start)
    const sweptAt = followed === undefined ? this.#context.now() : start.sweptAt
    const forgetAll = purged || read.notes.some(({ what }) => what === 'purged')
    const next = { log: read.place, sweptAt }
    if (changes.length > 0 || (forgetAll && start.segments.some(({ forget }) => forget)))
      return this.#update(changes, { ...next, forgetAll })
    this.#state = { ...start, ...next }
    const isLogFar = read.place.ino !== start.log.ino || read.place.offset - start.log.offset > logSlack
    const isWorthIt = isLogFar || sweptAt - start.sweptAt > sweepEvery
    if (isWorthIt && start.segments.length > 0) this.#file.withLock(() => this.#save())
  }

  /** Brings the index up to date with every file, also with those that nothing is noted of. */
  lookAtAll(): void {
    this.#healing(() => this.refresh({ sweep: true }))
  }

  /** After a purge: no word of what is gone stays on the disk. A home without an index gets none. */
  forget(): void {
    this.#healing(() => {
      this.#state = this.#file.load(this.#state)
      if (this.#state.segments.length > 0) this.refresh({ sweep: true, purged: true })
    })
  }

  /** After something in these sessions was forgotten: no earlier version of them stays on the disk. */
  forgetVersions(names: readonly string[]): void {
    this.#healing(() => {
      this.#state = this.#file.load(this.#state)
      if (this.#state.segments.length === 0) return
      this.refresh({ sweep: true })
      const changed = new Set(names)
      this.#file.withLock(() => {
        const segments = this.#state.segments.map((segment) => {
          const isOld =
            segment.deleted.length > 0 && segment.reader.parts.some(({ name }) => changed.has(name))
          return isOld ? { ...segment, forget: true } : segment
        })
        const tidy = { open: this.#file.open, textLimit: Infinity, forgetAll: true }
        this.#state = tidySegments({ ...this.#state, segments }, tidy)
        this.#save()
        this.#file.removeStrays()
      })
    })
  }

  /** Work that can wait until an answer is shown. */
  maintain(): void {
    this.#healing(() => {
      this.refresh({ sweep: this.#isSweepDue() })
      const text = tidySegments(this.#state, { open: this.#file.open, textLimit: Infinity, forgetAll: true })
      this.#file.withLock(() => {
        if (text !== this.#state) {
          this.#state = text
          this.#save()
        }
        this.#file.removeStrays()
      })
    })
  }

  status(): IndexStatus {
    return this.#healing(() => {
      this.refresh()
      const { totals } = this.#index()
      const { path, damaged } = this.#file
      return statusOf(this.#state, { path, totals, ...this.#coverage(), damaged: [...damaged] })
    })
  }

  rebuild({ onProgress }: { readonly onProgress?: (progress: IndexProgress) => void } = {}): IndexStatus {
    const read = readChanges(this.#context, emptyState.log)
    const isDone = this.#file.withLock(() => {
      this.#file.load(this.#state)
      const changes = sweepForChanges(this.#context, emptyState)
      const built = this.#apply(emptyState, changes, {
        onProgress,
        onSegment: (state) => this.#file.putSegments(state),
      })
      this.#state = { ...built, log: read.place, sweptAt: this.#context.now() }
      this.#save()
    })
    if (!isDone) {
      const hint = 'Wait for it; meanwhile searches use the index there is.'
      throw new ChatCliError('locked', 'Another process is writing the search index', { hint })
    }
    return this.status()
  }

  verify(): IndexReport {
    const damaged: { part: string; reason: string }[] = []
    this.#healing(() => this.refresh())
    const { segments } = this.#state
    for (const { name, reader } of segments) {
      try {
        reader.verify()
      } catch (error) {
        const trouble = segmentTroubleOf(error)
        if (trouble === undefined) throw error
        damaged.push({ part: name, reason: error instanceof Error ? error.message : String(error) })
        this.#heal(trouble)
      }
    }
    if (damaged.length > 0) this.#healing(() => this.refresh())
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    return { segments: segments.length, bytes, damaged }
  }

  #decoding<T>(answer: () => T): T {
    // Nothing that an earlier answer decoded is in use any more.
    if (this.#answers === 0) {
      this.#memory.terms.recycle(0.5)
      this.#memory.rows.recycle()
    }
    this.#answers++
    try {
      return answer()
    } finally {
      this.#answers--
    }
  }

  /** What is wrong with the index is mended by the next answer that has the time. */
  #searchAsIs(query: string, options: SearchOptions): SearchResult {
    this.#isAsIs = true
    try {
      return this.#decoding(() => {
        this.#state = this.#file.load(this.#state)
        const result = searchIndex(this.#index(), query, options)
        return { ...result, coverage: { ...result.coverage, ...this.#coverage() } }
      })
    } catch (error) {
      if (segmentTroubleOf(error) === undefined && errorCode(error) === undefined) throw error
      return searchIndex(this.of([]), query, options)
    } finally {
      this.#isAsIs = false
      this.#closeFiles()
    }
  }

  /** Work that may meet damage: what is damaged is left out, indexed again, and the work is done again. */
  #healing<T>(work: () => T): T {
    try {
      for (let tries = 1; ; tries++) {
        try {
          const result = work()
          const outdated = this.#text.takeOutdated()
          if (outdated.length === 0 || tries >= mostTries) return result
          this.#look(outdated)
        } catch (error) {
          const trouble = segmentTroubleOf(error)
          if (trouble === undefined || tries >= mostTries)
            throw errorCode(error) === undefined ? error : toStorageError(error, 'read', this.#file.path)
          this.#heal(trouble)
        }
      }
    } finally {
      this.#closeFiles()
    }
  }

  #closeFiles(): void {
    this.#text.close()
    const { later } = this.#options
    if (later === undefined || this.#file.openFiles > mostKeptOpen) this.#file.closeFiles()
    else if (!this.#isClosing) {
      this.#isClosing = true
      later(() => {
        this.#isClosing = false
        this.#file.closeFiles()
      })
    }
  }

  #heal({ segment, kind }: SegmentTrouble): void {
    this.#view = undefined
    // A segment that another process merged away is no damage.
    if (kind === 'gone' && this.#file.hasChanged()) return
    this.#file.damaged.push(segment)
    this.#state = withoutSegment(this.#state, segment)
    this.#file.forget(segment)
  }

  /** Looks at these records again, whatever their stamps say. */
  #look(names: readonly string[]): void {
    const changes = names.map((name): RecordChange => {
      const stamp = recordStampOf(this.#context, name, this.#state.records().get(name)?.transcriptId)
      return { name, stamp }
    })
    const { log, sweptAt } = this.#state
    this.#update(changes, { log, sweptAt, forgetAll: false })
  }

  #update(
    found: readonly RecordChange[],
    next: Pick<IndexState, 'log' | 'sweptAt'> & { readonly forgetAll: boolean },
  ): void {
    const { log, sweptAt, forgetAll } = next
    const total = found.length
    const isFirst = this.#state.known === 0
    const apply = (changes: readonly RecordChange[], textLimit?: number, isLocked = false): void => {
      const applied = this.#apply(this.#state, changes, {
        ...(textLimit === undefined ? {} : { textLimit }),
        onProgress: isFirst && total > fewRecords ? this.#options.onProgress : undefined,
        onSegment: isLocked
          ? (state) => {
              this.#state = { ...state, sweptAt: 0 }
              this.#save()
              return this.#state
            }
          : undefined,
      })
      const tidied = tidySegments(applied, { open: this.#file.open, textLimit: tidyNow, forgetAll })
      this.#state = { ...tidied, log, sweptAt: tidied.pending > 0 ? 0 : sweptAt }
    }
    const isDone = this.#file.withLock(() => {
      const loaded = this.#file.load(this.#state)
      const isSame = loaded === this.#state
      this.#state = loaded
      apply(isSame ? found : sweepForChanges(this.#context, loaded), undefined, true)
      this.#save()
    })
    if (!isDone) apply(found, this.#file.isUnwritable ? besideOther.unwritable : besideOther.busy)
  }

  #apply(
    state: IndexState,
    changes: readonly RecordChange[],
    options: {
      readonly textLimit?: number
      readonly onProgress?: ((progress: IndexProgress) => void) | undefined
      readonly onSegment?: ((state: IndexState) => IndexState) | undefined
    },
  ): IndexState {
    const { onProgress, ...given } = options
    return applyChanges(state, changes, {
      ...given,
      segment: this.#options.segment,
      load: (stamp) => this.#load(stamp),
      open: this.#file.open,
      now: this.#context.now,
      onRecord: (done, text) => onProgress?.({ done, total: changes.length, text }),
    })
  }

  #save(): void {
    this.#state = this.#file.save(this.#state)
  }

  #load({ name, transcriptId }: Pick<RecordStamp, 'name' | 'transcriptId'>): ConversationRecord {
    if (this.#isAsIs) throw new ChatCliError('not-found', `No session is read whole now: ${name}`)
    const options = { whole: true, locate: true, known: { transcriptId } }
    return recordOf(loadConversation(this.#context, name, options))
  }

  #index(): SearchIndex {
    const { segments } = this.#state
    if (this.#view?.segments !== segments)
      this.#view = { segments, index: segmentIndex(segments, this.#text.read, this.#memory) }
    return this.#view.index
  }

  #coverage(): Pick<SearchResult['coverage'], 'sessions' | 'unreadable'> {
    const { known, pending, unreadable } = this.#state
    return { sessions: known + pending, unreadable }
  }

  #isSweepDue(): boolean {
    const { now } = this.#context
    return Math.abs(now() - this.#state.sweptAt) > sweepEvery
  }

  #deferMaintenance(): void {
    if (this.#isDeferred || this.#options.defer === undefined) return
    if (this.#state.known <= fewRecords || !this.#isSweepDue()) return
    this.#isDeferred = true
    this.#options.defer(() => {
      this.#isDeferred = false
      try {
        this.maintain()
      } catch {
        // The next answer meets the same trouble, and can say so.
      }
    })
  }
}
