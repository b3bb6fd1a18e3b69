import { basename, relative } from 'node:path'
import type { Context } from './context.ts'
import { isInside } from './read-sources.ts'

/**
 * What a file of a context is called: relative to its source, behind the source's own name when there are several; the
 * whole path for a file of none.
 */
export function shownPath({ sources }: Pick<Context, 'sources'>, path: string): string {
  const source = sources.find((each) => isInside(path, each))
  if (source === undefined) return path
  const inside = relative(source, path)
  if (inside === '') return basename(path)
  return sources.length === 1 ? inside : `${basename(source)}/${inside}`
}
