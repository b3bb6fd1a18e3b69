import type { KnowledgeToc, KnowledgeTocEntry } from './knowledge-types.ts'

/** Entries of a table of contents. */
export const tocEntries = 200

/**
 * The documents whose source begins like `prefix`; where they are more than `most`, folders stand for what is in them, as
 * deep as there is room.
 *
 * @param sources sorted
 */
export function tableOfContents(
  sources: readonly string[],
  titleOf: (source: string) => string,
  { prefix = '', most = tocEntries }: { readonly prefix?: string; readonly most?: number } = {},
): KnowledgeToc {
  const found = sources.filter((source) => source.startsWith(prefix))
  let rows = rowsAt(found, prefix.length, 0)
  for (let depth = 1; rows.some(({ documents }) => documents !== undefined); depth++) {
    const deeper = rowsAt(found, prefix.length, depth)
    if (deeper.length > most) break
    rows = deeper
  }
  return {
    total: found.length,
    entries: rows
      .slice(0, most)
      .map((row): KnowledgeTocEntry =>
        row.documents === undefined
          ? { source: row.source, title: titleOf(row.source) }
          : { ...row, title: '' },
      ),
  }
}

interface Row {
  readonly source: string
  readonly documents?: number
}

/** Documents, with folders more than `depth` folders below the prefix in the place of what is in them. */
function rowsAt(sources: readonly string[], from: number, depth: number): readonly Row[] {
  const rows = new Map<string, number>()
  for (const source of sources) {
    const key = shownAt(source, from, depth)
    rows.set(key, (rows.get(key) ?? 0) + 1)
  }
  return Array.from(rows, ([source, documents]) =>
    source.endsWith('/') ? { source, documents } : { source },
  )
}

function shownAt(source: string, from: number, depth: number): string {
  let end = from
  for (let level = 0; level <= depth; level++) {
    const slash = source.indexOf('/', end)
    if (slash < 0) return source
    end = slash + 1
  }
  return source.slice(0, end)
}
