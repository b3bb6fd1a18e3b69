import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readOpenRange, readWholeFile } from '../../disk/read-file.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { isTempFileName, tempFileName } from '../../disk/stale-temp-files.ts'
import { writeAll } from '../../disk/write-all.ts'
import type { ByteSource } from './byte-source.ts'
import type { EncodedSegment } from './encode-segment.ts'
import type { IndexedRecord, Manifest } from './manifest.ts'
import { decodeChecked, encodeChecked, indexFormat } from './manifest.ts'
import { systemError } from '../../disk/system-error.ts'

export interface IndexFolderOptions {
  readonly disk: Disk
  /** Absolute path; made when something is first written. */
  readonly path: string
  /** As for `writeDurably`. */
  readonly randomName: () => string
}

const manifestFile = 'manifest.json'
/** Another process may have written a file that no manifest names yet, milliseconds. */
const leaveFor = 3_600_000

/**
 * The files of an index. Segments never change and are named after their content; the manifest is replaced by a rename,
 * so a reader finds the old one or the new one. Nothing is synced: what a power cut spoils is noticed by its checksum.
 * Throws the disk's own errors.
 */
export class IndexFolder {
  readonly path: string
  readonly #disk: Disk
  readonly #randomName: () => string
  readonly #open = new Map<string, FileDescriptor>()

  constructor({ disk, path, randomName }: IndexFolderOptions) {
    this.path = path
    this.#disk = disk
    this.#randomName = randomName
  }

  /** Changes whenever the manifest does; empty when there is none. */
  stamp(): string {
    const stat = this.#disk.stat(join(this.path, manifestFile))
    return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  }

  /** The manifest; `damaged` when it is not what was written, undefined when there is none, or one of another format. */
  readManifest(): Manifest | 'damaged' | undefined {
    const bytes = this.#readFile(manifestFile)
    if (bytes === undefined) return undefined
    const value = decodeChecked(bytes) as (Manifest & { readonly format?: number }) | undefined
    if (value === undefined || value === null) return 'damaged'
    return value.format === indexFormat ? value : undefined
  }

  /** What is known of each record; undefined when that cannot be read. */
  readRecords({ records }: Manifest): readonly IndexedRecord[] | undefined {
    const bytes = this.#readFile(records)
    return bytes === undefined ? undefined : (decodeChecked(bytes) as readonly IndexedRecord[] | undefined)
  }

  /** Also in the place of a damaged one of the same name. */
  writeSegment({ name, bytes }: EncodedSegment): void {
    this.#writeFile(segmentFile(name), bytes)
    this.closeFile(name)
  }

  /** Returns the name of the file to put into the manifest. */
  writeRecords(records: readonly IndexedRecord[]): string {
    const bytes = encodeChecked(records)
    const name = `records-${hash('sha256', bytes, 'hex').slice(0, 24)}.json`
    this.#writeFile(name, bytes)
    return name
  }

  /** Puts a manifest in place and removes the files that only `before` names. */
  commit(manifest: Manifest, before: Manifest | undefined): void {
    this.#writeFile(manifestFile, encodeChecked({ format: indexFormat, ...manifest }))
    const used = filesOf(manifest)
    for (const file of before === undefined ? [] : filesOf(before)) if (!used.has(file)) this.#remove(file)
  }

  /** Removes what no manifest names any more: left behind by a process that was killed. */
  removeStrays(manifest: Manifest, now: number): void {
    const used = filesOf(manifest)
    for (const file of this.#disk.list(this.path)) {
      if (used.has(file) || !(isTempFileName(file) || /^(?:records-|[0-9a-f]{24}\.seg$)/.test(file))) continue
      const stat = this.#disk.stat(join(this.path, file))
      if (stat !== undefined && Math.max(stat.mtimeMs, stat.ctimeMs) < now - leaveFor) this.#remove(file)
    }
  }

  /** The bytes of a segment. Its file is opened at the first read and stays open until `closeFiles`. */
  source(name: string, size: number): ByteSource {
    const path = join(this.path, segmentFile(name))
    const opened = (): FileDescriptor => {
      let fd = this.#open.get(name)
      if (fd === undefined) this.#open.set(name, (fd = this.#disk.openRead(path)))
      return fd
    }
    return {
      size,
      read: (offset, length) => readOpenRange(this.#disk, opened(), offset, length),
      readInto: (into, offset) => {
        const fd = opened()
        let done = this.#disk.read(fd, into, offset)
        while (done < into.length) {
          const count = this.#disk.read(fd, into.subarray(done), offset + done)
          if (count === 0) break
          done += count
        }
        return done
      },
    }
  }

  get openFiles(): number {
    return this.#open.size
  }

  closeFile(name: string): void {
    const fd = this.#open.get(name)
    if (fd !== undefined) this.#disk.close(fd)
    this.#open.delete(name)
  }

  closeFiles(): void {
    for (const fd of this.#open.values()) this.#disk.close(fd)
    this.#open.clear()
  }

  #remove(file: string): void {
    this.closeFile(file.replace(/\.seg$/, ''))
    removeQuietly(this.#disk, join(this.path, file))
  }

  #readFile(file: string): Uint8Array | undefined {
    try {
      return readWholeFile(this.#disk, join(this.path, file))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  #writeFile(file: string, bytes: Uint8Array): void {
    if (this.#disk.stat(this.path) === undefined) makeFolderDurably(this.#disk, this.path)
    const path = join(this.path, file)
    const temp = join(this.path, tempFileName(this.#randomName()))
    let mine = false
    try {
      const fd = this.#disk.createExclusive(temp, path)
      mine = true
      try {
        writeAll(this.#disk, fd, bytes)
        if (this.#disk.statOpen(fd).size !== bytes.length) throw systemError('EIO', 'write', temp)
      } finally {
        this.#disk.close(fd)
      }
      this.#disk.rename(temp, path)
      mine = false
    } finally {
      if (mine) removeQuietly(this.#disk, temp)
    }
  }
}

function segmentFile(name: string): string {
  return `${name}.seg`
}

function filesOf({ segments, records }: Manifest): ReadonlySet<string> {
  return new Set([records, ...segments.map(({ name }) => segmentFile(name))])
}
