/** A line of a JSONL file: a piece of a document. */
export interface JsonlPiece {
  /** The document it belongs to. */
  readonly source: string
  readonly title: string
  readonly content: string
  /** UTF-16 code units of its passages at most, when the line says so. */
  readonly chunkSize: number | undefined
  readonly repoUrl: string | undefined
  readonly commit: string | undefined
}

/** The least and the most that a line may ask for, UTF-16 code units. */
const sizes = { least: 200, most: 1200 }

/** Reads a line; undefined when it is no object with a text in `content`. */
export function jsonlPiece(line: Uint8Array): JsonlPiece | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line))
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { id, source, title, content, chunkSize, repoUrl, commit } = value as Readonly<
    Record<string, unknown>
  >
  if (typeof content !== 'string' || content.trim() === '') return undefined
  const size = Number(chunkSize)
  return {
    source: wordOf(source) ?? wordOf(id) ?? '',
    title: wordOf(title) ?? '',
    content,
    chunkSize: size > 0 ? Math.min(sizes.most, Math.max(sizes.least, Math.trunc(size))) : undefined,
    repoUrl: wordOf(repoUrl),
    commit: wordOf(commit),
  }
}

/** One line of text that is not empty. */
function wordOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}
