import type { Disk } from '../../src/disk/disk.ts'
import { homePaths } from '../../src/store/home-paths.ts'
import { storageDisk } from '../../src/store/storage-disk.ts'
import type { StoreContext } from '../../src/store/store-context.ts'

/** Milliseconds since the epoch: when process 0 starts. The simulated disk begins a little earlier. */
export const START: number = Date.UTC(2026, 5, 1, 12)

/**
 * A process of this test, with a clock and random digits that are its own and repeatable.
 *
 * @param number from 0 to 120; processes with a higher number start later
 * @param alone every other process is provably dead, as after a power cut
 */
export function newProcess(disk: Disk, number: number, alone = false): StoreContext {
  let count = 0
  let ticks = 0
  return {
    disk: storageDisk(disk),
    home: homePaths('/home'),
    now: () => START + number * 10_000 + ticks++,
    randomHex: (digits) => (number * 2 ** 24 + ++count).toString(16).padStart(digits, '0'),
    transcripts: true,
    processIdentity: { pid: number },
    isProvablyDead: (identity) => alone && identity['pid'] !== number,
  }
}
