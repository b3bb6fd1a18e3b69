import { join } from 'node:path'
import { type MaintenanceLock, tryMaintenanceLock } from '../../disk/maintenance-lock.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import type { ProcessIdentity } from '../../disk/process-identity.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Takes the lock of whoever removes what is old; undefined when another process is at it.
 *
 * @throws ChatCliError `storage`
 */
export function retentionLock(context: StoreContext): MaintenanceLock | undefined {
  const { disk, home, processIdentity, isProvablyDead, randomHex } = context
  makeFolderDurably(disk, home.state)
  return tryMaintenanceLock(disk, join(home.state, 'retention.lock'), {
    processes: {
      self: processIdentity as unknown as ProcessIdentity,
      liveness: (identity) => (isProvablyDead({ ...identity }) ? 'dead' : 'alive'),
    },
    randomName: () => randomHex(16),
  }).lock
}
