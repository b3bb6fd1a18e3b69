import type { KnowledgePage } from './knowledge-types.ts'

/** Bytes of UTF-8 on a page. */
const pageBytes = 12_000

/** A page of a text from a byte offset on, which is moved to the beginning of a character; cut behind a line where it can be. */
export function documentPage(
  text: string,
  given: number,
): Pick<KnowledgePage, 'offset' | 'nextOffset' | 'total' | 'startLine' | 'text'> {
  const bytes = Buffer.from(text)
  const total = bytes.length
  const offset = characterStart(
    bytes,
    Number.isFinite(given) ? Math.min(total, Math.max(0, Math.trunc(given))) : 0,
  )
  let end = characterStart(bytes, Math.min(total, offset + pageBytes))
  if (end < total) {
    const line = bytes.lastIndexOf(10, end - 1) + 1
    if (line > offset + pageBytes / 2) end = line
  }
  let startLine = 1
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) startLine++
  return {
    offset,
    nextOffset: end < total ? end : undefined,
    total,
    startLine,
    text: bytes.toString('utf8', offset, end),
  }
}

function characterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > 0 && start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start--
  return start
}
