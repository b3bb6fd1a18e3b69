import { ConversationFold } from '../conversation/fold.ts'
import { readCatalogue } from './catalogue.ts'
import { readTranscript } from './read-transcript.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** A conversation that was never saved under a name. Times are milliseconds since the epoch. */
export interface UnsavedConversation {
  /** What a list calls it. */
  readonly name: string
  readonly id: string
  readonly title: string
  readonly updatedAt: number
  /** Messages in the window. */
  readonly messages: number
  /** The name it was to be saved under, when there was one. */
  readonly calledLast: string | undefined
  /** Some surface may still be at it. */
  readonly isHeld: boolean
}

/** The conversations that were never saved, newest first. */
export function unsavedConversations(context: StoreContext): UnsavedConversation[] {
  return readCatalogue(context)
    .rows.filter((row) => row.interrupted)
    .map(({ name, id, title, updatedAt, messages, storedName }) => {
      return { name, id, title, updatedAt, messages, calledLast: storedName, isHeld: isHeld(context, id) }
    })
    .sort((a, b) => b.updatedAt - a.updatedAt)
}

/** Whether a writer has not said that it is done, and is not known to be dead. */
function isHeld(context: StoreContext, id: string): boolean {
  const fold = new ConversationFold()
  const open = new Set<string>()
  for (const item of readTranscript(context.disk, transcriptPath(context, id))) {
    if (item.kind !== 'event' || item.event.kind !== 'mark') continue
    const { mark, w } = item.event
    fold.apply(item.event)
    if (mark === 'open') open.add(w)
    if (mark === 'close') open.delete(w)
  }
  return [...open].some((w) => {
    const identity = fold.openedBy(w)
    return identity !== undefined && !context.isProvablyDead(identity)
  })
}
