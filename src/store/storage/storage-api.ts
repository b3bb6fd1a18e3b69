import type { BackupRestored, RestoreBackupOptions } from '../backup/restore-backup.ts'
import type { BackupWritten, WriteBackupOptions } from '../backup/write-backup.ts'
import type { Forgotten } from '../forget/forget-message.ts'
import type { ArchiveBounds } from '../archive-prune.ts'
import type { PolicyInForce, RetentionPolicy } from '../retention/retention-policy.ts'
import type { RetentionOutcome, RunRetentionOptions } from '../retention/run-retention.ts'
import type { Restored } from '../retention/restore-expired.ts'
import type { RetentionRun } from '../retention/retention-state.ts'
import type { PruneFailure } from './apply-prune.ts'
import type { HomeInspection, InspectHomeOptions } from './inspect-home.ts'
import type { StoreLine } from './look-at-stores.ts'
import type { PruneItem } from './prune-item.ts'

/** What the clock of this machine is thought of; unless it is `fine`, nothing is removed. */
export interface ClockReport {
  readonly verdict: 'fine' | 'jumped' | 'behind'
  /** The latest time that was seen before, milliseconds since the epoch. */
  readonly highWater: number
}

export interface StorageReport {
  readonly home: string
  readonly stores: readonly StoreLine[]
  readonly policy: PolicyInForce
  readonly archive: ArchiveBounds
  readonly clock: ClockReport
  /** What removed something by itself lately, newest first. */
  readonly runs: readonly RetentionRun[]
}

export interface StorageOptions {
  /** What the settings ask for. */
  readonly policy: RetentionPolicy
}

export interface PruneOptions extends StorageOptions {
  /** Only what belongs to this store. */
  readonly store?: string
  /** Remove it; else nothing is changed. */
  readonly apply?: boolean
}

export type BackupOptions = Pick<WriteBackupOptions, 'disk' | 'target' | 'force'>

export interface PruneResult {
  readonly policy: PolicyInForce
  readonly clock: ClockReport
  /** By reason, then oldest first. */
  readonly items: readonly PruneItem[]
  /** Empty unless it was asked for. */
  readonly removed: readonly PruneItem[]
  readonly failed: readonly PruneFailure[]
}

/** An entry of the trash. Times are milliseconds since the epoch. */
export interface TrashItem {
  readonly entry: string
  readonly name: string
  readonly id: string
  readonly reason: string
  readonly deletedAt: number
  readonly files: number
  readonly bytes: number
}

/** What lies in a home, how long it stays, and what goes. */
export interface StorageApi {
  /** @throws ChatCliError `storage`, `damaged` */
  report(options: StorageOptions): StorageReport
  /**
   * What the rules would remove now, and with `apply` removes it: sessions into the trash, the rest for good. While the
   * clock is not to be trusted nothing goes.
   *
   * @throws ChatCliError `locked` when another process is at it, `storage`, `damaged`
   */
  prune(options: PruneOptions): PruneResult
  /**
   * Finishes what was stopped while it put another file in the place of a transcript.
   *
   * @returns how many such files are left, since somebody may be at it
   */
  finishReplacements(): number
  /** The daily removing of what is old, for surfaces that stay. @throws ChatCliError `storage`, `damaged` */
  retain(options: RunRetentionOptions): Promise<RetentionOutcome>
  /** Looks at every file of the home; nothing is changed. @throws ChatCliError `storage` */
  inspect(options: InspectHomeOptions): HomeInspection
  /** How long things stay: of what the settings and the home ask for, the longer. @throws ChatCliError `damaged`, `storage` */
  policy(asked: RetentionPolicy): PolicyInForce
  /** Keeps in the home how long things stay, for every process that uses it. @throws ChatCliError `storage`, `damaged` */
  keepPolicy(policy: Partial<RetentionPolicy>): void
  /**
   * Takes one message out of everything in the home, the index too.
   *
   * @param position in the record, 0-based
   * @throws ChatCliError `not-found`, `damaged`, `newer-version`, `storage`; asked again, it goes on
   */
  forget(name: string, position: number): Forgotten
  /** Writes a backup of the home to a tar file. @throws ChatCliError `not-found`, `usage`, `exists`, `storage` */
  backup(options: BackupOptions): BackupWritten
  /** Brings a backup into the home; doing it again changes nothing. @throws ChatCliError `not-found`, `damaged`, `refused`, `storage` */
  restoreBackup(options: RestoreBackupOptions): BackupRestored
  /** What is in the trash, newest first. @param options.olderThanDays only what came there before */
  trash(options?: { readonly olderThanDays?: number }): readonly TrashItem[]
  /** Brings back everything that went into the trash by itself. @throws ChatCliError `storage` */
  restoreExpired(): Restored
  /** Removes entries of the trash for good; returns those that are gone. @throws ChatCliError `storage` */
  emptyTrash(entries: readonly string[]): readonly TrashItem[]
}
