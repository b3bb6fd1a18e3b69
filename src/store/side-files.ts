import { join } from 'node:path'
import type { StoreContext } from './store-context.ts'

export function transcriptPath({ home }: StoreContext, id: string): string {
  return join(home.transcripts, `${id}.jsonl`)
}

/** Where a writer puts lines that the transcript itself could not take. */
export function sideFilePath({ home }: StoreContext, id: string, w: string): string {
  return join(home.transcripts, `${id}.${w}.jsonl`)
}

/** The side files of a transcript, if any. An id may contain dots, so the writer is what stands behind the last one. */
export function sideFilesOf({ disk, home }: StoreContext, id: string): string[] {
  return disk
    .list(home.transcripts)
    .filter((file) => file.startsWith(`${id}.`) && /^\.[\w-]{1,64}\.jsonl$/.test(file.slice(id.length)))
    .map((file) => join(home.transcripts, file))
}
