import { recreateArchived } from '../conversation/compaction/recreate-archived.ts'
import type { TranscriptEvent } from '../conversation/event.ts'
import { isRecallKey } from './archive-paths.ts'
import { readTranscript } from './read-transcript.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/**
 * The text of a recall key, made again from a transcript; undefined when the transcript has none such.
 *
 * @throws ChatCliError `storage`
 */
export function archivedInTranscript(context: StoreContext, id: string, given: string): string | undefined {
  const key = given.toLowerCase()
  return isRecallKey(key) ? recreateArchived(key, eventsOf(context, id)) : undefined
}

function* eventsOf(context: StoreContext, id: string): Generator<TranscriptEvent, void, undefined> {
  const path = transcriptPath(context, id)
  if (context.disk.stat(path) === undefined) return
  for (const file of [path, ...sideFilesOf(context, id)]) {
    for (const item of readTranscript(context.disk, file)) if (item.kind === 'event') yield item.event
  }
}
