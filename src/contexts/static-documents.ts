import { join } from 'node:path'
import type { Context } from './context.ts'
import { isInside } from './read-sources.ts'
import { shownPath } from './shown-path.ts'

/** Where the texts of a context stand that no source has any more, for the search. */
export function documentsPath(folder: string, id: string): string {
  return join(folder, `${id}.jsonl`)
}

/** The documents of a context that are in no source of its, one on each line; empty when there are none. */
export function staticDocuments(context: Pick<Context, 'files' | 'sources'>): string {
  const { files, sources } = context
  const own = files.filter(
    ({ path, content }) => content !== undefined && !sources.some((source) => isInside(path, source)),
  )
  return own
    .map(({ path, content }) => {
      // A leading slash is no part of what a document is called.
      const source = shownPath(context, path).replace(/^\/+/, '')
      return `${JSON.stringify({ id: path, source, title: '', content })}\n`
    })
    .join('')
}
