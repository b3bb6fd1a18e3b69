import { foldTranscript, type FoldedTranscript } from './fold-transcript.ts'
import { readSteadily } from './read-steadily.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** Folds a transcript from its beginning, with the files beside it, though others may be replacing it. */
export function foldWhole(context: StoreContext, id: string): FoldedTranscript {
  const path = transcriptPath(context, id)
  return readSteadily(context, path, () =>
    foldTranscript(context.disk, path, { sideFiles: sideFilesOf(context, id) }),
  )
}
