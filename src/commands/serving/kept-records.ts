import { join } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { Disk, FileStat } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readText } from '../../disk/read-text.ts'
import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { type KeptRecord, parseKeptRecord } from './kept-record.ts'

export interface KeptRecordsOptions {
  /** The disk of the home: it seals where the home is sealed. */
  readonly disk: Disk
  readonly home: string
  readonly randomHex: (digits: number) => string
}

export interface FoundRecord {
  readonly record: KeptRecord
  /** Undefined when it was removed at the moment it was written: whoever looks next finds nothing. */
  readonly stat: FileStat | undefined
}

/** The small files, one for each conversation of a client, in `state/served/`. */
export class KeptRecords {
  readonly #disk: Disk
  readonly #folder: string
  readonly #randomHex: (digits: number) => string
  /** As they were last listed. */
  #listed = new Map<string, FoundRecord>()

  constructor({ disk, home, randomHex }: KeptRecordsOptions) {
    this.#disk = disk
    this.#folder = join(home, 'state', 'served')
    this.#randomHex = randomHex
  }

  /** Who a principal is, in the files. */
  static ownerOf(principal: string): string {
    return sha256(principal).slice(0, 32)
  }

  /** What was kept of a conversation; undefined when it is not known, or not as it was last seen: then `seen` comes back. */
  read(id: string, principal: string, seen?: FoundRecord): FoundRecord | undefined {
    const path = this.#pathOf(id, principal)
    const stat = this.#stat(path)
    if (stat === undefined) return undefined
    if (seen !== undefined && isSame(stat, seen.stat)) return seen
    const record = this.#read(path)
    const isIt = record !== undefined && record.id === id && record.owner === KeptRecords.ownerOf(principal)
    return isIt ? { record, stat } : undefined
  }

  /** @returns as it is on the disk now; @throws ChatCliError `storage`, `key` */
  write(principal: string, record: KeptRecord): FoundRecord {
    const path = this.#pathOf(record.id, principal)
    makeFolderDurably(this.#disk, this.#folder)
    writeDurably(this.#disk, path, Buffer.from(`${JSON.stringify(record)}\n`), {
      replace: true,
      randomName: () => this.#randomHex(16),
    })
    return { record, stat: this.#stat(path) }
  }

  remove(id: string, principal: string): void {
    this.#unlink(this.#pathOf(id, principal))
  }

  /** All of one principal. */
  of(principal: string): readonly KeptRecord[] {
    const owner = KeptRecords.ownerOf(principal)
    const listed = new Map<string, FoundRecord>()
    for (const name of this.#names()) {
      const path = join(this.#folder, name)
      const stat = this.#stat(path)
      if (stat === undefined) continue
      const before = this.#listed.get(name)
      if (before !== undefined && isSame(stat, before.stat)) {
        listed.set(name, before)
        continue
      }
      const record = this.#read(path)
      if (record !== undefined) listed.set(name, { record, stat })
    }
    this.#listed = listed
    return [...listed.values()].flatMap(({ record }) => (record.owner === owner ? [record] : []))
  }

  /** Removes those that were not used since then, in milliseconds since the epoch. */
  sweep(oldest: number): void {
    for (const name of this.#names()) {
      const path = join(this.#folder, name)
      const stat = this.#stat(path)
      if (stat === undefined || stat.mtimeMs >= oldest) continue
      const usedAt = this.#read(path)?.updatedAt ?? 0
      if (usedAt < oldest) this.#unlink(path)
    }
  }

  #names(): string[] {
    return this.#disk.list(this.#folder).filter((name) => name.endsWith('.json') && !isTempFileName(name))
  }

  #read(path: string): KeptRecord | undefined {
    try {
      return parseKeptRecord(readText(this.#disk, path))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw toStorageError(error, 'read', path)
    }
  }

  #stat(path: string): FileStat | undefined {
    try {
      return this.#disk.stat(path)
    } catch (error) {
      throw toStorageError(error, 'look at', path)
    }
  }

  #unlink(path: string): void {
    try {
      this.#disk.unlink(path)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'remove', path)
    }
  }

  #pathOf(id: string, principal: string): string {
    return join(this.#folder, `${sha256(`${principal}\0${id}`).slice(0, 40)}.json`)
  }
}

function isSame(a: FileStat, b: FileStat | undefined): boolean {
  return a.dev === b?.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs
}
