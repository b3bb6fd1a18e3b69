import { randomBytes } from 'node:crypto'
import type { Disk } from '../../disk/disk.ts'
import { type Keyring, noKeys } from '../../seal/keyring.ts'
import { homePaths } from '../home-paths.ts'
import { sealingDisk } from './sealing-disk.ts'

export interface HomeDiskOptions {
  /** Absolute path of the home folder. */
  readonly home: string
  readonly keys?: Keyring
  /** Absolute paths of logs outside of the home that are sealed like those inside. */
  readonly logs?: readonly string[]
  /** Milliseconds since the epoch; the system's clock when not given. */
  readonly now?: () => number
}

/**
 * The disk that everything about a home goes through: it seals when there is a key. One that does so already comes back as
 * it is.
 */
export function homeDisk(disk: Disk, options: HomeDiskOptions): Disk {
  if (disk.seal !== undefined) return disk
  const { home, keys = noKeys, now = Date.now, logs = [] } = options
  const randomName = (): string => randomBytes(16).toString('hex')
  return sealingDisk({ disk, home: homePaths(home), keys, now, randomName, logs })
}
