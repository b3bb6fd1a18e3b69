import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import type { FileSystemFacts } from '../../disk/file-system-facts.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { tempFileName } from '../../disk/stale-temp-files.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { readableSize } from '../readable-size.ts'
import type { Finding } from './finding.ts'

export interface CheckPlaceOptions {
  /** The disk as it is, without a seal. */
  readonly disk: Disk
  readonly home: string
  readonly facts: FileSystemFacts
  readonly text: Catalogue
  /** As in `writeDurably`. */
  readonly randomName: () => string
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
}

const leastFree = 100e6

/** The disk that the home is on: what it is, how full, and whether it keeps what is written. */
export function checkPlace(options: CheckPlaceOptions): Finding[] {
  const { disk, home, facts, text } = options
  const { doctor } = text
  const { type, freeBytes, isNetwork } = facts
  const found: Finding[] = [
    {
      check: 'file-system',
      severity: isNetwork ? 'warning' : 'ok',
      measured: type ?? doctor.unknown,
      expected: doctor.localDisk,
    },
    {
      check: 'space',
      severity:
        freeBytes === undefined || freeBytes >= leastFree
          ? 'ok'
          : freeBytes < leastFree / 10
            ? 'error'
            : 'warning',
      measured: freeBytes === undefined ? doctor.unknown : doctor.free(readableSize(freeBytes)),
      expected: doctor.atLeast(readableSize(leastFree)),
    },
  ]
  if (disk.stat(home)?.kind !== 'folder') return found
  return [...found, checkSync(options), checkLock(options)]
}

/** Writes, syncs and reads back, the way everything here is written. */
function checkSync({ disk, home, text, randomName, elapsed }: CheckPlaceOptions): Finding {
  const { doctor } = text
  const path = join(home, tempFileName(randomName()))
  const bytes = Buffer.from(randomName())
  const start = elapsed()
  const expected = doctor.works
  try {
    const fd = disk.createExclusive(path)
    try {
      disk.write(fd, bytes)
      disk.sync(fd)
    } finally {
      disk.close(fd)
    }
    disk.syncFolder(home)
    const isThere = Buffer.compare(readWholeFile(disk, path), bytes) === 0
    const ms = Math.round(elapsed() - start)
    return { check: 'fsync', severity: isThere ? 'ok' : 'error', measured: doctor.synced(ms), expected }
  } catch (error) {
    return { check: 'fsync', severity: 'error', measured: reasonOf(error), expected }
  } finally {
    removeQuietly(disk, path)
  }
}

/** A lock is a file that can have its name only once. */
function checkLock({ disk, home, text, randomName }: CheckPlaceOptions): Finding {
  const first = join(home, tempFileName(randomName()))
  const second = join(home, tempFileName(randomName()))
  const expected = text.doctor.works
  const refuses = (call: () => void): boolean => {
    try {
      call()
      return false
    } catch (error) {
      return errorCode(error) === 'EEXIST'
    }
  }
  try {
    disk.close(disk.createExclusive(first))
    disk.link(first, second)
    const holds =
      refuses(() => disk.close(disk.createExclusive(first))) && refuses(() => disk.link(first, second))
    const severity = holds ? 'ok' : 'error'
    return { check: 'lock', severity, measured: holds ? text.doctor.works : '-', expected }
  } catch (error) {
    return { check: 'lock', severity: 'error', measured: reasonOf(error), expected }
  } finally {
    removeQuietly(disk, first)
    removeQuietly(disk, second)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
