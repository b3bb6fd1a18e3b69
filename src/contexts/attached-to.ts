import { join } from 'node:path'
import { readCatalogue } from '../store/catalogue.ts'
import type { CatalogueRow } from '../store/catalogue-row.ts'
import { isMissing } from '../store/is-missing.ts'
import { listOrders } from '../store/list-sessions.ts'
import { loadConversation } from '../store/load-conversation.ts'
import type { StoreContext } from '../store/store-context.ts'
import { readRange } from '../disk/read-range.ts'
import { ChatCliError } from '../errors.ts'
import { attachmentsIn } from './attachment.ts'

/** What stands in front of the messages of a session file, as this program writes it, mostly fits in here. */
const HEAD_BYTES = 65_536

/**
 * The conversations that contexts are attached to, by the names that a list has for them; a context that is attached to
 * none is not among them. Of the sessions of a home those are opened that may have something attached, as the catalogue
 * knows it, and those loaded that name one of the contexts.
 */
export function attachedTo(
  context: StoreContext,
  contextIds: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const rows = readCatalogue(context).rows.filter(({ mayAttach }) => mayAttach)
  for (const row of rows.sort(listOrders.recent)) {
    if (!mayName(context, row, contextIds)) continue
    for (const id of attachedIn(context, row)) {
      if (contextIds.includes(id)) found.set(id, [...(found.get(id) ?? []), row.name])
    }
  }
  return found
}

/** Whether it is worth while to load a session. What its file says of attachments stands in front of its messages. */
function mayName(
  { disk, home }: StoreContext,
  { name, interrupted }: CatalogueRow,
  contextIds: readonly string[],
): boolean {
  if (interrupted) return true
  try {
    const start = Buffer.from(readRange(disk, join(home.sessions, `${name}.json`), 0, HEAD_BYTES))
    const text = start.toString('utf8')
    const end = text.indexOf('\n  "chat_history":')
    return end < 0 || contextIds.some((id) => text.lastIndexOf(id, end) >= 0)
  } catch {
    return true
  }
}

function attachedIn(context: StoreContext, { name, transcriptId }: CatalogueRow): readonly string[] {
  try {
    const { fold } = loadConversation(context, name, { known: { transcriptId } })
    return attachmentsIn(fold.state().settings.attachments).map(({ contextId }) => contextId)
  } catch (error) {
    if (error instanceof ChatCliError || isMissing(error)) return []
    throw error
  }
}
