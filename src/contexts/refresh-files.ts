import type { Disk } from '../disk/disk.ts'
import type { Context, ContextFile } from './context.ts'
import { isInside, readSources, type ReadSourcesOptions } from './read-sources.ts'

export interface FilesNow {
  readonly files: readonly ContextFile[]
  readonly skipped: Context['skipped']
  readonly missing: readonly string[]
}

/**
 * The files of a context as they are now. Those whose source is not there, and those of no source, stay as they were:
 * a disk that is not mounted takes nothing away.
 *
 * @throws as `readSources`
 */
export async function refreshFiles(
  disk: Disk,
  { files, sources, skipped }: Pick<Context, 'files' | 'sources' | 'skipped'>,
  options: Omit<ReadSourcesOptions, 'before'>,
): Promise<FilesNow> {
  const there = sources.filter((source) => disk.stat(source) !== undefined)
  const missing = sources.filter((source) => !there.includes(source))
  const kept = files.filter(({ path }) => !there.some((source) => isInside(path, source)))
  const read =
    there.length === 0
      ? { files: [], skipped }
      : await readSources(disk, there, { ...options, before: files })
  return {
    files: [...read.files, ...kept].sort((a, b) => (a.path < b.path ? -1 : 1)),
    skipped: read.skipped,
    missing,
  }
}
