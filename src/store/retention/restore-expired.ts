import { ChatCliError } from '../../errors.ts'
import { restoreTrashed } from '../restore-session.ts'
import type { StoreContext } from '../store-context.ts'
import { listTrash } from '../trash.ts'

/** What came back, by its names, and what could not. */
export interface Restored {
  readonly restored: readonly string[]
  readonly failed: readonly { readonly name: string; readonly error: ChatCliError }[]
}

/**
 * Brings back everything that went into the trash by itself, the newest of each name. What cannot be brought back does
 * not keep the others.
 *
 * @throws ChatCliError `storage` when the trash cannot be listed
 */
export function restoreExpired(context: StoreContext): Restored {
  const { disk, home } = context
  const taken = new Set(disk.list(home.sessions).map((file) => file.toLowerCase()))
  const restored: string[] = []
  const failed: { name: string; error: ChatCliError }[] = []
  for (const trashed of listTrash(context)) {
    if (trashed.reason !== 'expired') continue
    const file = `${trashed.name}.json`.toLowerCase()
    try {
      restored.push(restoreTrashed(context, trashed, { isNameFree: !taken.has(file) }))
      taken.add(file)
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      failed.push({ name: trashed.name, error })
    }
  }
  return { restored, failed }
}
