import type { SessionFile } from '../conversation/session-file.ts'
import { ConversationFold } from '../conversation/fold.ts'
import { ChatCliError } from '../errors.ts'
import { checkMessage } from './check-message.ts'
import { deleteSession } from './delete-session.ts'
import { Journal } from './journal.ts'
import { LiveConversation } from './live-conversation.ts'
import { checkNameFree } from './name-free.ts'
import { nameHolder } from './name-holder.ts'
import { openMark } from './open-live.ts'
import { seedEvents, SEED_PREFIX } from './seed-events.ts'
import { checkSessionName } from './session-name.ts'
import { fallbackTime } from './session-time.ts'
import { SnapshotWriter } from './snapshot-writer.ts'
import type { StoreContext } from './store-context.ts'
import { newTranscriptId } from './transcript-id.ts'

export interface SaveSessionOptions {
  /** Move a session of that name to the trash first. */
  readonly force?: boolean
}

const NAME_TAKEN = 'Choose another name, or use --force to move the other one to the trash.'

/**
 * Saves a whole conversation under a new name: its transcript first, then its session file.
 *
 * @throws ChatCliError `invalid-name`, `exists`, `usage`, `storage`
 */
export function saveSession(
  context: StoreContext,
  name: string,
  file: SessionFile,
  { force = false }: SaveSessionOptions = {},
): void {
  checkSessionName(name)
  for (const message of file.chat_history) checkMessage(message)
  if (!force) checkNameFree(context, name, { hint: NAME_TAKEN })
  const replaced = force ? nameHolder(context, name) : undefined
  if (replaced !== undefined) deleteSession(context, replaced, { reason: 'replaced' })
  const id = newTranscriptId(context.now(), context.randomHex)
  const { source, other } = file
  const snapshot = new SnapshotWriter(context, { id, name, machine: false, source, other, onDisk: undefined })
  const said = fallbackTime(name, file, context.now())
  const journal = new Journal(context, {
    w: context.randomHex(16),
    id,
    place: undefined,
    fold: new ConversationFold(),
    seed: seedEvents(file, name, `${SEED_PREFIX}${context.randomHex(16)}`, said),
    first: [openMark(context)],
  })
  const live = new LiveConversation(context, { journal, snapshot, notices: [] })
  try {
    live.begin()
    live.save()
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'conflict') live.discard()
    throw error
  } finally {
    live.close()
  }
}
