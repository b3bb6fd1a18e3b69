/** Bytes of a file's beginning that tell whether it is text, as for git. */
export const tellingBytes = 8000

const signatures: readonly string[] = ['%PDF-', 'PK\u0003\u0004', '\u001F\u008B', '\u007FELF']

/** Whether a file is text, by its first {@link tellingBytes}: no NUL, no sign of a known format, and mostly UTF-8. */
export function looksLikeText(start: Uint8Array): boolean {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, tellingBytes))
  if (bytes.includes(0)) return false
  const head = bytes.toString('latin1', 0, 8)
  if (signatures.some((signature) => head.startsWith(signature))) return false
  // Text in an older encoding has few letters beyond ASCII; packed data has little else.
  const text = bytes.toString('utf8')
  let broken = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) broken++
  return broken * 5 <= text.length
}
