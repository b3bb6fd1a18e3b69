import { basename, relative } from 'node:path'
import { commonFolder } from './common-folder.ts'
import type { Context } from './context.ts'
import { isInside } from './read-sources.ts'

/** Of contexts without sources: what their paths have in common says nothing here. */
const folders = new WeakMap<Context['files'], string>()

/**
 * What a file of a context is called: relative to its source, behind the source's own name when there are several, as in
 * its knowledge base; without what all paths have in common, when there is no source; else the whole path.
 */
export function shownPath({ sources, files }: Pick<Context, 'sources' | 'files'>, path: string): string {
  if (sources.length === 0) return path.slice(startOf(files)) || path
  const source = sources.find((each) => isInside(path, each))
  if (source === undefined) return path
  const inside = relative(source, path)
  if (inside === '') return labelOf(sources, source)
  return sources.length === 1 ? inside : `${labelOf(sources, source)}/${inside}`
}

/** How many characters of each path are the folder they have in common. */
function startOf(files: Context['files']): number {
  const folder = folders.get(files) ?? commonFolder(files.map(({ path }) => path))
  folders.set(files, folder)
  return folder === '' || folder === '.' ? 0 : folder.length + 1
}

/** The name of a source; with a number where an earlier one has the same. */
function labelOf(sources: readonly string[], source: string): string {
  const name = basename(source)
  const earlier = sources.slice(0, sources.indexOf(source)).filter((each) => basename(each) === name).length
  return earlier === 0 ? name : `${name}-${earlier + 1}`
}
