import { fileAad, fileKey, newHeader, readHeader, type SealedAs } from './file-header.ts'
import { gcmOpen, gcmSeal } from './gcm.ts'
import { keyError, sealDamage } from './key-errors.ts'
import { findKey, type Keyring } from './keyring.ts'
import type { MasterKey } from './master-key.ts'

/** A whole file, sealed: clear header, ciphertext, 16-byte tag. */
export function sealFile(master: MasterKey, as: SealedAs, plain: Uint8Array): Buffer {
  const header = newHeader('whole', master, as, plain)
  const parts = readHeader(header)
  if (parts === undefined) throw new Error('unreachable: a header that was just made')
  const { key, nonce } = fileKey(master, parts.salt, as.kind)
  return Buffer.concat([header, gcmSeal(key, nonce, fileAad(header, as.kind), plain)])
}

/**
 * Opens what {@link sealFile} made. Nothing is given out before all of it is known to be what was sealed.
 *
 * @param as.id undefined: whatever id the file says it has, see {@link OpenedFile}
 * @param where how to name the file in an error
 * @throws ChatCliError `key` when the key is missing or another one, `damaged` when the bytes are not what was sealed
 */
export function openFile(
  keys: Keyring,
  as: { readonly kind: string; readonly id: string | undefined },
  sealed: Uint8Array,
  where: string,
): OpenedFile {
  const header = readHeader(sealed)
  if (header?.layout !== 'whole') throw sealDamage(where, 'its header is cut off or changed')
  const { keyId, salt, id, length } = header
  const master = findKey(keys, keyId)
  if (master === undefined) throw keyError(where, keyId, keys)
  const { key, nonce } = fileKey(master, salt, as.kind)
  const clear = fileAad(sealed.subarray(0, length), as.kind)
  const bytes = gcmOpen(key, nonce, clear, sealed.subarray(length))
  if (bytes === undefined)
    throw sealDamage(where, 'it is not what was sealed: changed, cut off, or put here from elsewhere')
  if (as.id !== undefined && as.id !== id)
    throw sealDamage(where, `it was put here from elsewhere, it belongs to "${id}"`)
  return { bytes, id, keyId }
}

export interface OpenedFile {
  readonly bytes: Buffer
  /** What it was sealed as, authenticated. */
  readonly id: string
  readonly keyId: string
}
