import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'

/** One way in which a disk can fail a process. */
export interface DiskFault {
  readonly label: string
  /** Lets the k-th call from now on fail. */
  readonly arm: (disk: SimulatedDisk, k: number) => void
}

const CODES = ['ENOSPC', 'EIO', 'EDQUOT', 'EROFS', 'EMFILE', 'EACCES'] as const

/** Errors that come once, errors that stay, and writes that take only a part. */
export const FAULTS: readonly DiskFault[] = [
  ...CODES.map((code) => ({
    label: code,
    arm: (disk: SimulatedDisk, k: number) => disk.failAt(k, code),
  })),
  ...CODES.map((code) => ({
    label: `${code} from then on`,
    arm: (disk: SimulatedDisk, k: number) => disk.failAt(k, code, { forever: true }),
  })),
  ...[0, 1, 100].map((bytes) => ({
    label: `writes of ${bytes} bytes`,
    arm: (disk: SimulatedDisk, k: number) => disk.shortenAt(k, bytes),
  })),
  ...[1, 100].map((bytes) => ({
    label: `writes of ${bytes} bytes from then on`,
    arm: (disk: SimulatedDisk, k: number) => disk.shortenAt(k, bytes, { forever: true }),
  })),
]

/**
 * Paths whose sync failed and was asked for again without opening the file anew: the system may call that one good
 * without having the bytes.
 */
export function retriedSyncs(disk: SimulatedDisk, failed: readonly number[]): string[] {
  return failed.flatMap((index) => {
    const path = disk.log[index]?.path
    for (const call of disk.log.slice(index + 1)) {
      if (call.path !== path) continue
      if (call.name === 'openAppend' || call.name === 'createExclusive') return []
      if (call.name === 'sync') return [path ?? '']
    }
    return []
  })
}
