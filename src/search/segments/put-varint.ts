/**
 * Writes a whole number from 0 to 2^53 − 1 at a place in bytes: seven bits a byte, the lowest first, the high bit set on
 * all but the last. Returns the place behind it, at most eight bytes on.
 */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let to = at
  let rest = value
  while (rest >= 2 ** 28) {
    bytes[to++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  while (rest >= 128) {
    bytes[to++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[to++] = rest
  return to
}
