import { hkdfSync } from 'node:crypto'

/**
 * HKDF-SHA256 (RFC 5869).
 *
 * @param info what the derived key is for
 * @param length bytes to derive
 */
export function deriveKey(
  master: Uint8Array,
  salt: Uint8Array | string,
  info: string,
  length: number,
): Buffer {
  return Buffer.from(hkdfSync('sha256', master, salt, info, length))
}
