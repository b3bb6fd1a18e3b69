import { join } from 'node:path'
import { openForAppend } from '../disk/append-durably.ts'
import { readText } from '../disk/read-text.ts'
import { ChatCliError } from '../errors.ts'
import { prepareHome } from './prepare-home.ts'
import type { StoreContext } from './store-context.ts'

function tombstonesPath({ home }: StoreContext): string {
  return join(home.state, 'tombstones.jsonl')
}

/**
 * Records for good that a conversation was purged: its ids and the time, nothing it said.
 *
 * @throws ChatCliError `storage`
 */
export function addTombstone(context: StoreContext, ids: readonly string[]): void {
  const path = tombstonesPath(context)
  prepareHome(context)
  const exists = context.disk.stat(path) !== undefined
  const log = openForAppend(context.disk, path, { create: !exists })
  const line = JSON.stringify({ at: new Date(context.now()).toISOString(), ids })
  try {
    const { status } = log.append(Buffer.from(`\n${line}\n`))
    if (status === 'acknowledged') return
  } finally {
    log.close()
  }
  throw new ChatCliError('storage', `Could not append to ${path}: it was moved away`, { hint: 'Try again.' })
}

/** Ids that were purged and must not come back. */
export function readTombstones(context: StoreContext): ReadonlySet<string> {
  const ids = new Set<string>()
  if (context.disk.stat(tombstonesPath(context)) === undefined) return ids
  const text = readText(context.disk, tombstonesPath(context))
  for (const line of text.split('\n')) {
    try {
      for (const id of (JSON.parse(line) as { ids: string[] }).ids) ids.add(id)
    } catch {
      // A torn line was never acknowledged.
    }
  }
  return ids
}
