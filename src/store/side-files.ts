import { join } from 'node:path'
import type { FileStat } from '../disk/disk.ts'
import type { StoreContext } from './store-context.ts'

export function transcriptPath({ home }: StoreContext, id: string): string {
  return join(home.transcripts, `${id}.jsonl`)
}

/** Where a writer puts lines that the transcript itself could not take. */
export function sideFilePath({ home }: StoreContext, id: string, w: string): string {
  return join(home.transcripts, `${id}.${w}.jsonl`)
}

/** The side files of a transcript, if any. */
export function sideFilesOf(context: StoreContext, id: string): string[] {
  const names = allSideFiles(context).get(id) ?? []
  return names.map((name) => join(context.home.transcripts, name))
}

/** As {@link sideFilesOf}, by one look at the folder, for whoever asks for many of them now. */
export function sideFilesIn(context: StoreContext): (id: string) => readonly string[] {
  const all = byTranscript(context.disk.list(context.home.transcripts))
  return (id) => (all.get(id) ?? []).map((name) => join(context.home.transcripts, name))
}

type SideFiles = ReadonlyMap<string, readonly string[]>

/** The folder as it was last listed: whoever goes through ten thousand transcripts must not list it as often. */
const listed = new WeakMap<StoreContext, { readonly folder: FileStat; readonly files: SideFiles }>()
/** A folder changed in the same two seconds may have changed since without showing it. */
const SETTLED_MS = 2000

function allSideFiles(context: StoreContext): SideFiles {
  const { disk, home, now } = context
  const folder = disk.stat(home.transcripts)
  if (folder === undefined) return new Map()
  const before = listed.get(context)
  if (before !== undefined && isSame(before.folder, folder)) return before.files
  const files = byTranscript(disk.list(home.transcripts))
  if (Math.max(folder.mtimeMs, folder.ctimeMs) < now() - SETTLED_MS) listed.set(context, { folder, files })
  return files
}

/** An id may contain dots, so the writer is what stands behind the last one. */
function byTranscript(files: readonly string[]): SideFiles {
  const found = new Map<string, string[]>()
  for (const file of files) {
    const [, id] = /^(.+)\.([\w-]{1,64})\.jsonl$/.exec(file) ?? []
    if (id === undefined) continue
    const own = found.get(id)
    if (own === undefined) found.set(id, [file])
    else own.push(file)
  }
  return found
}

function isSame(a: FileStat, b: FileStat): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs
}
