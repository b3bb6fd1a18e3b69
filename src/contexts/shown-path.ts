import { basename, relative } from 'node:path'
import type { Context } from './context.ts'
import { isInside } from './read-sources.ts'

/**
 * What a file of a context is called: relative to its source, behind the source's own name when there are several, as in
 * its knowledge base; the whole path for a file of none.
 */
export function shownPath({ sources }: Pick<Context, 'sources'>, path: string): string {
  const source = sources.find((each) => isInside(path, each))
  if (source === undefined) return path
  const inside = relative(source, path)
  if (inside === '') return labelOf(sources, source)
  return sources.length === 1 ? inside : `${labelOf(sources, source)}/${inside}`
}

/** The name of a source; with a number where an earlier one has the same. */
function labelOf(sources: readonly string[], source: string): string {
  const name = basename(source)
  const earlier = sources.slice(0, sources.indexOf(source)).filter((each) => basename(each) === name).length
  return earlier === 0 ? name : `${name}-${earlier + 1}`
}
