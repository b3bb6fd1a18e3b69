import type { Disk } from '../disk/disk.ts'
import { type HomePaths, homePaths } from './home-paths.ts'

/** What the store needs from outside. */
export interface StoreContext {
  readonly disk: Disk
  readonly home: HomePaths
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Random lower-case hex digits, never the same twice. */
  readonly randomHex: (digits: number) => string
  /** False when `CHATCLI_SESSION_TRANSCRIPT` is off: sessions are plain files, the last writer wins. */
  readonly transcripts: boolean
  /** Facts that tell this process from every other, stored in `open` marks. */
  readonly processIdentity: Readonly<Record<string, unknown>>
  /** True when the process that such facts describe is certainly not running any more. */
  readonly isProvablyDead: (identity: Readonly<Record<string, unknown>>) => boolean
}

/** Ready-made parts for everything but the disk, for tests. */
export function testContext(disk: Disk, more: Partial<StoreContext> = {}): StoreContext {
  let count = 0
  return {
    disk,
    home: homePaths('/home/chatcli'),
    now: () => Date.UTC(2026, 5, 1, 12) + count * 1000,
    randomHex: (digits) => (++count).toString(16).padStart(digits, '0'),
    transcripts: true,
    processIdentity: { pid: 1 },
    isProvablyDead: () => false,
    ...more,
  }
}
