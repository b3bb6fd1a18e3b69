import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Bytes of a tag: shorter ones are never taken, which Node would do without being told. */
export const tagBytes = 16
export const nonceBytes = 12
const cipher = 'aes-256-gcm'

/** AES-256-GCM: the ciphertext with the tag at its end. */
export function gcmSeal(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plain: Uint8Array): Buffer {
  const work = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  work.setAAD(aad)
  return Buffer.concat([work.update(plain), work.final(), work.getAuthTag()])
}

/** The plaintext, or undefined when anything differs from what was sealed: nothing is given out before that is known. */
export function gcmOpen(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  sealed: Uint8Array,
): Buffer | undefined {
  const length = sealed.length - tagBytes
  if (length < 0 || nonce.length !== nonceBytes) return undefined
  const work = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  work.setAAD(aad)
  work.setAuthTag(sealed.subarray(length))
  const plain = work.update(sealed.subarray(0, length))
  try {
    const rest = work.final()
    return rest.length === 0 ? plain : Buffer.concat([plain, rest])
  } catch {
    plain.fill(0)
    return undefined
  }
}
