import type { Range, TranscriptEvent } from '../conversation/event.ts'
import { rangeOf, refKey } from '../conversation/range-set.ts'
import { keepOnDisk } from './keep-on-disk.ts'
import { lighter } from './lighter.ts'
import type { LoadedConversation } from './load-conversation.ts'
import { readTranscript } from './read-transcript.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** The lines a fork begins with, and those it leaves out because their writers are still at them. */
export interface ForkLines {
  readonly events: readonly TranscriptEvent[]
  readonly without: readonly Range[]
  /** The messages among those left out, by writer and counter, as ranges over `m`. */
  readonly withoutMessages: readonly Range[]
}

/** All lines of a loaded conversation, each once, without open turns. Lines keep their names. */
export function forkLines(context: StoreContext, loaded: LoadedConversation): ForkLines {
  if (loaded.transcript === undefined) return { events: loaded.seed, without: [], withoutMessages: [] }
  const { id, offset } = loaded.transcript
  const open = new Set(openElsewhere(context, loaded))
  const path = transcriptPath(context, id)
  const keep = keepOnDisk(context, id)
  const seen = new Set<string>()
  const events: TranscriptEvent[] = []
  const without: Range[] = []
  const withoutMessages: Range[] = []
  for (const file of [path, ...sideFilesOf(context, id)]) {
    for (const item of readTranscript(context.disk, file, file === path ? { to: offset } : {})) {
      if (item.kind !== 'event') continue
      const event = keep === undefined ? item.event : lighter(item, file, keep)
      const key = refKey([event.w, event.n])
      if (seen.has(key)) continue
      seen.add(key)
      if (!open.has(event.turn)) events.push(event)
      else {
        without.push(rangeOf([event.w, event.n]))
        if (event.kind === 'message') withoutMessages.push([event.w, event.m, event.m])
      }
    }
  }
  return { events, without, withoutMessages }
}

/** Turns that a living writer has not ended: nobody else may cut them short. */
function openElsewhere(context: StoreContext, { fold }: LoadedConversation): string[] {
  const HOUR = 3_600_000
  return fold.openTurns
    .filter(({ w, at }) => {
      const identity = fold.openedBy(w)
      const isDead = identity !== undefined && context.isProvablyDead(identity)
      return !isDead && context.now() - Date.parse(at) < HOUR
    })
    .map(({ turn }) => turn)
}
