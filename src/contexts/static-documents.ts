import { join } from 'node:path'
import type { Context } from './context.ts'
import { isInside } from './read-sources.ts'

/** Where the texts of a context stand that no source has any more, for the search. */
export function documentsPath(folder: string, id: string): string {
  return join(folder, `${id}.jsonl`)
}

/** The documents of a context that are in no source of its, one on each line; empty when there are none. */
export function staticDocuments({ files, sources }: Pick<Context, 'files' | 'sources'>): string {
  return files
    .filter(({ path, content }) => content !== undefined && !sources.some((source) => isInside(path, source)))
    .map(
      ({ path, content }) =>
        `${JSON.stringify({ id: path, source: path.replace(/^\/+/, ''), title: path, content })}\n`,
    )
    .join('')
}
