import { join } from 'node:path'
import { MaintenanceLock, tryMaintenanceLock } from '../disk/maintenance-lock.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import type { ProcessIdentity } from '../disk/process-identity.ts'
import { ChatCliError } from '../errors.ts'
import { analyzerMark } from '../search/segments/analyzer-mark.ts'
import { createBlockCache } from '../search/segments/block-cache.ts'
import { memorySource } from '../search/segments/byte-source.ts'
import type { EncodedSegment } from '../search/segments/encode-segment.ts'
import { IndexFolder } from '../search/segments/index-folder.ts'
import type { IndexedRecord, Manifest, ManifestSegment } from '../search/segments/manifest.ts'
import { indexFormat } from '../search/segments/manifest.ts'
import { segmentTroubleOf } from '../search/segments/segment-trouble.ts'
import type { SegmentReader } from '../search/segments/segment-reader.ts'
import { openSegment } from '../search/segments/segment-reader.ts'
import type { StoreContext } from '../store/store-context.ts'
import {
  type IndexState,
  type StateSegment,
  emptyState,
  partsByName,
  savedSegment,
  withoutSegment,
  withRecords,
} from './index-state.ts'

/** Blocks of segments kept in memory, bytes. */
const cachedBytes = 128 * 2 ** 20

/** An index in its folder: reads it as a state, puts a state in its place. */
export class IndexFile {
  readonly path: string
  readonly #context: StoreContext
  readonly #folder: IndexFolder
  readonly #cache = createBlockCache(cachedBytes)
  readonly #readers = new Map<string, SegmentReader>()
  #manifest: Manifest | undefined
  #stamp = ''
  #lock: MaintenanceLock | undefined
  /** Parts of the index that were found damaged. */
  readonly damaged: string[] = []
  /** The last attempt to write failed: an index in memory is all there is. */
  isUnwritable = false

  /** @param folder the index's own; that of the sessions when not given */
  constructor(context: StoreContext, folder: string = join(context.home.root, 'index')) {
    const { disk, randomHex } = context
    this.#context = context
    this.path = join(folder, `v${indexFormat}`)
    this.#folder = new IndexFolder({ disk, path: this.path, randomName: () => randomHex(16) })
  }

  /** Reads a segment from memory, until it is in a file. */
  readonly open = ({ name, bytes }: EncodedSegment): SegmentReader =>
    openSegment(name, memorySource(bytes), this.#cache)

  /** True when another process has put another manifest in place. */
  hasChanged(): boolean {
    return this.#folder.stamp() !== this.#stamp
  }

  /** The state on the disk, or `current` when nobody changed the manifest since that was loaded or saved. */
  load(current: IndexState): IndexState {
    for (;;) {
      const stamp = this.#folder.stamp()
      if (stamp === this.#stamp) return current
      this.#stamp = stamp
      const manifest = this.#folder.readManifest()
      if (manifest === 'damaged') this.damaged.push('manifest')
      if (manifest === 'damaged') return this.#salvage()
      this.#manifest = manifest
      if (this.#manifest?.analyzer !== analyzerMark()) return emptyState
      const state = this.#stateOf(this.#manifest)
      // A segment may be gone because a newer manifest is there by now.
      if (state !== undefined) return state
    }
  }

  /** Opens the segment anew the next time. */
  forget(name: string): void {
    this.#readers.delete(name)
    this.#folder.closeFile(name)
  }

  /**
   * Runs work that writes, unless another process is at it or the folder cannot be written. Returns whether it was done;
   * work that could not be written down is done all the same.
   */
  withLock(work: () => void): boolean {
    if (this.#lock !== undefined) {
      work()
      return true
    }
    if (!this.#takeLock()) return false
    try {
      work()
      return true
    } finally {
      this.#releaseLock()
    }
  }

  /** The same for work that waits in between. */
  async whileLocked(work: () => Promise<void>): Promise<boolean> {
    if (!this.#takeLock()) return false
    try {
      await work()
      return true
    } finally {
      this.#releaseLock()
    }
  }

  /** Writes the segments that are in memory only; no manifest names them yet. */
  putSegments(state: IndexState): IndexState {
    const segments = state.segments.map((segment): StateSegment => {
      if (segment.unsaved === undefined) return segment
      const { unsaved, ...saved } = segment
      this.#folder.writeSegment(unsaved)
      this.forget(unsaved.name)
      return { ...saved, reader: this.#openFile(unsaved.name, unsaved.bytes.length) }
    })
    return segments.some((segment, i) => segment !== state.segments[i]) ? { ...state, segments } : state
  }

  /**
   * Puts a state in the place of the one it was made from; must be called under the lock. Where that cannot be done the
   * state stays as it is.
   */
  save(state: IndexState): IndexState {
    try {
      const saved = this.putSegments(state)
      if (this.#lock?.isHeld() !== true || this.hasChanged()) return state
      const records = this.#folder.writeRecords([...saved.records().values()])
      const { log, sweptAt, known, pending, unreadable } = saved
      const segments = saved.segments.map(rowOf)
      const analyzer = analyzerMark()
      const manifest = { analyzer, segments, records, log, sweptAt, known, pending, unreadable }
      this.#folder.commit(manifest, this.#manifest)
      this.#manifest = manifest
      this.#stamp = this.#folder.stamp()
      this.isUnwritable = false
      this.#forgetUnused(manifest)
      return saved
    } catch (error) {
      if (error instanceof ChatCliError) throw error
      this.isUnwritable = true
      return state
    }
  }

  removeStrays(): void {
    if (this.#manifest !== undefined) this.#folder.removeStrays(this.#manifest, this.#context.now())
  }

  get openFiles(): number {
    return this.#folder.openFiles
  }

  closeFiles(): void {
    this.#folder.closeFiles()
  }

  #takeLock(): boolean {
    this.#lock = this.#tryLock()
    return this.#lock !== undefined
  }

  #releaseLock(): void {
    const lock = this.#lock
    this.#lock = undefined
    try {
      lock?.close()
    } catch {
      // It is taken over once this process has ended.
    }
  }

  #tryLock(): MaintenanceLock | undefined {
    const { disk, processIdentity, isProvablyDead, randomHex } = this.#context
    try {
      makeFolderDurably(disk, this.path)
      return tryMaintenanceLock(disk, join(this.path, 'lock'), {
        processes: {
          self: processIdentity as unknown as ProcessIdentity,
          liveness: (identity) => (isProvablyDead({ ...identity }) ? 'dead' : 'alive'),
        },
        randomName: () => randomHex(16),
      }).lock
    } catch {
      this.isUnwritable = true
      return undefined
    }
  }

  /**
   * What can be had without a manifest: the segments in the folder. Nobody knows which of their parts count, so every
   * record is looked at again; those that a part still says as it stands are not indexed again.
   */
  #salvage(): IndexState {
    const segments: StateSegment[] = []
    const files = this.#context.disk.list(this.path)
    for (const file of files) {
      const name = /^([0-9a-f]{24})\.seg$/.exec(file)?.[1]
      const bytes = name === undefined ? undefined : this.#context.disk.stat(join(this.path, file))?.size
      if (name === undefined || bytes === undefined) continue
      try {
        const reader = this.#openFile(name, bytes)
        if (reader.analyzer === analyzerMark()) segments.push(savedSegment(name, bytes, reader))
      } catch (error) {
        if (segmentTroubleOf(error) === undefined) throw error
        this.forget(name)
      }
    }
    // What is not needed of them goes with the next manifest.
    const { log, sweptAt } = emptyState
    this.#manifest = {
      analyzer: analyzerMark(),
      segments: segments.map(rowOf),
      records: files.find((file) => /^records-.*\.json$/.test(file)) ?? 'records-none.json',
      log,
      sweptAt,
      known: 0,
      pending: 0,
      unreadable: [],
    }
    const rows = [...partsByName(segments).keys()].map((name) => ({ name, stamp: '~', messages: 0 }))
    return { ...withRecords(emptyState, new Map(rows.map((row) => [row.name, row]))), segments }
  }

  #stateOf(manifest: Manifest): IndexState | undefined {
    const { log, sweptAt, known, pending, unreadable } = manifest
    let records: ReadonlyMap<string, IndexedRecord> | undefined
    const segments: StateSegment[] = []
    const broken: string[] = []
    for (const segment of manifest.segments) {
      try {
        segments.push({ ...segment, reader: this.#openFile(segment.name, segment.bytes) })
      } catch (error) {
        if (segmentTroubleOf(error) === undefined) throw error
        if (this.hasChanged()) return undefined
        this.forget(segment.name)
        broken.push(segment.name)
      }
    }
    this.damaged.push(...broken)
    const state: IndexState = {
      segments,
      records: () => (records ??= this.#readRecords(manifest)),
      log,
      sweptAt,
      known,
      pending,
      unreadable,
    }
    return broken.reduce(withoutSegment, state)
  }

  /** Records nobody knows anything of are looked at again, and found to be in the index as they are. */
  #readRecords(manifest: Manifest): ReadonlyMap<string, IndexedRecord> {
    const rows = this.#folder.readRecords(manifest)
    if (rows === undefined && !this.hasChanged()) this.damaged.push(manifest.records)
    return new Map((rows ?? []).map((row) => [row.name, row]))
  }

  #openFile(name: string, bytes: number): SegmentReader {
    let reader = this.#readers.get(name)
    if (reader === undefined) {
      reader = openSegment(name, this.#folder.source(name, bytes), this.#cache)
      this.#readers.set(name, reader)
    }
    return reader
  }

  #forgetUnused({ segments }: Manifest): void {
    const used = new Set(segments.map(({ name }) => name))
    for (const name of this.#readers.keys()) if (!used.has(name)) this.#readers.delete(name)
  }
}

function rowOf({ name, bytes, deleted, messages, text, forget }: StateSegment): ManifestSegment {
  return { name, bytes, deleted, messages, text, forget }
}
