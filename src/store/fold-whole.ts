import { foldTranscript, type FoldedTranscript } from './fold-transcript.ts'
import { keepOnDisk } from './keep-on-disk.ts'
import { readSteadily } from './read-steadily.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

export interface FoldWholeOptions {
  /** Only looked at, and soon let go: long texts of a long one stay on the disk. */
  readonly forLooking?: boolean
}

/** Folds a transcript from its beginning, with the files beside it, though others may be replacing it. */
export function foldWhole(
  context: StoreContext,
  id: string,
  { forLooking = false }: FoldWholeOptions = {},
): FoldedTranscript {
  const path = transcriptPath(context, id)
  return readSteadily(context, path, () => {
    const keep = forLooking ? keepOnDisk(context, id) : undefined
    const sideFiles = sideFilesOf(context, id)
    return foldTranscript(context.disk, path, keep === undefined ? { sideFiles } : { sideFiles, keep })
  })
}
