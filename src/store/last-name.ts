import { foldTranscript } from './fold-transcript.ts'
import { isSafeName } from './session-name.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** The name a transcript gave its session last; undefined when it gave none, or cannot be read. */
export function lastName(context: StoreContext, transcriptId: string): string | undefined {
  if (!isSafeName(transcriptId)) return undefined
  try {
    return foldTranscript(context.disk, transcriptPath(context, transcriptId)).fold.name
  } catch {
    return undefined
  }
}
