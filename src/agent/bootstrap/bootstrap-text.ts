/** Bytes of one file that are read, at most. */
export const MOST_BYTES: number = 32 * 1024

/** Why a file cannot be told: it holds a NUL byte, or is no UTF-8. */
export type BootstrapUnfit = 'binary' | 'not-utf8'

/**
 * The text of a file, without a byte order mark; of one that is longer than {@link MOST_BYTES}, the whole lines of its
 * beginning.
 *
 * @param bytes at most that many of its first bytes
 * @param size how many it has
 */
export function bootstrapText(
  bytes: Uint8Array,
  size: number,
): { readonly text: string } | { readonly unfit: BootstrapUnfit } {
  if (bytes.includes(0)) return { unfit: 'binary' }
  const isWhole = bytes.length >= size
  const end = isWhole ? bytes.length : characterEnd(bytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end))
  } catch {
    return { unfit: 'not-utf8' }
  }
  const line = isWhole ? -1 : text.lastIndexOf('\n')
  return { text: line > 0 ? text.slice(0, line + 1) : text }
}

/** Where the last character ends that is whole: a cut leaves up to three bytes of one. */
function characterEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
