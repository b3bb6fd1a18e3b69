import type { Disk } from '../src/disk/disk.ts'
import { createRealDisk } from '../src/disk/real-disk.ts'

/** The real disk without waiting for the device: for making a corpus, never for measuring durability. */
export function createFastDisk(): Disk {
  const nothing = (): void => undefined
  return { ...createRealDisk(), sync: nothing, syncFolder: nothing }
}
