import { join } from 'node:path'
import { ChatCliError } from '../../errors.ts'
import type { ArchiveBounds } from '../archive-prune.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { forgetMessage } from '../forget/forget-message.ts'
import { readHomeFile, updateHomeFile } from '../home-file.ts'
import { type AgedEntry, agedTrash, removeTrashed } from '../retention/aged-trash.ts'
import { homeWithClock, judgeHomeClock } from '../retention/retention-clock.ts'
import { restoreExpired } from '../retention/restore-expired.ts'
import { retentionLock } from '../retention/retention-lock.ts'
import {
  homeWithPolicy,
  type PolicyInForce,
  policyInForce,
  policyOfHome,
  type RetentionPolicy,
} from '../retention/retention-policy.ts'
import { readRetentionState } from '../retention/retention-state.ts'
import { runRetention } from '../retention/run-retention.ts'
import type { StoreContext } from '../store-context.ts'
import { sweepReplacements } from '../sweep-replacements.ts'
import { applyPrune } from './apply-prune.ts'
import { inspectHome } from './inspect-home.ts'
import { lookAtStores } from './look-at-stores.ts'
import { planPrune } from './plan-prune.ts'
import type { PruneResult, StorageApi, TrashItem } from './storage-api.ts'

/** Longer than any replacement takes. */
const tenMinutes = 600_000

export interface OpenStorageOptions {
  readonly archive: ArchiveBounds
  /** Called when something is gone for good, whose words the index must forget at once. */
  readonly onRemoved: () => void
  /** Called when something in these sessions is gone for good. */
  readonly onForgotten: (names: readonly string[]) => void
}

/** What lies in the home of a store, for people who look after it. */
export function openStorage(
  context: StoreContext,
  { archive, onRemoved, onForgotten }: OpenStorageOptions,
): StorageApi {
  const inForce = (asked: RetentionPolicy): PolicyInForce =>
    policyInForce(asked, policyOfHome(readHomeFile(context)))
  return {
    policy: inForce,
    inspect: (options) => inspectHome(context, options),
    report({ policy: asked }) {
      const policy = inForce(asked)
      const plan = planPrune(context, { policy, archive })
      const { verdict, highWater } = judgeHomeClock(context)
      const stores = lookAtStores(context, plan)
      const { runs } = readRetentionState(context)
      return { home: context.home.root, stores, policy, archive, clock: { verdict, highWater }, runs }
    },
    prune({ policy: asked, store, apply = false }) {
      const policy = inForce(asked)
      const clock = judgeHomeClock(context)
      const look = (): PruneResult => {
        const plan = planPrune(context, { policy, archive }).filter(
          (item) => store === undefined || item.store === store,
        )
        const { verdict, highWater } = clock
        const found = { policy, clock: { verdict, highWater }, items: plan }
        if (!apply || verdict !== 'fine') return { ...found, removed: [], failed: [] }
        return { ...found, ...applyPrune(context, plan) }
      }
      if (!apply || context.disk.stat(context.home.root) === undefined) return look()
      const lock = retentionLock(context)
      if (lock === undefined) throw atIt()
      try {
        updateHomeFile(context, (file) => homeWithClock(file, clock))
        const result = look()
        if (result.removed.some((item) => item.store === 'trash')) onRemoved()
        return result
      } finally {
        lock.close()
      }
    },
    finishReplacements() {
      const { disk, home } = context
      const trashed = disk.list(home.trash).map((entry) => join(home.trash, entry))
      return sweepReplacements(context, [home.transcripts, ...trashed], tenMinutes)
    },
    retain: (options) => runRetention(context, options),
    keepPolicy(policy) {
      updateHomeFile(context, (file) => homeWithPolicy(file, policy))
    },
    forget(name, position) {
      const forgotten = forgetMessage(context, name, position)
      onForgotten(forgotten.names)
      return forgotten
    },
    backup: (options) =>
      writeBackup({ ...options, root: context.home.root, randomName: () => context.randomHex(16) }),
    restoreBackup: (options) => restoreBackup(context, options),
    trash: ({ olderThanDays = 0 } = {}) => agedTrash(context, olderThanDays).map(trashItem).toReversed(),
    restoreExpired: () => restoreExpired(context),
    emptyTrash(entries) {
      const wanted = new Set(entries)
      const going = agedTrash(context, 0).filter(({ entry }) => wanted.has(entry))
      const gone = [...removeTrashed(context, going)].map(({ entry }) => entry)
      if (gone.length > 0) onRemoved()
      return going.filter(({ entry }) => gone.includes(entry)).map(trashItem)
    },
  }
}

function atIt(): ChatCliError {
  return new ChatCliError('locked', 'Another process is removing what is old at the moment', {
    hint: 'Try again when it is done.',
  })
}

function trashItem({ entry, name, id, reason, trashedAt, files, bytes }: AgedEntry): TrashItem {
  return { entry, name, id, reason, deletedAt: trashedAt, files: files.length, bytes }
}
