import { createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from './derive-key.ts'
import type { MasterKey } from './master-key.ts'

/** What a sealed file is bound to, besides its key: bytes of another kind or id do not open in its place. */
export interface SealedAs {
  /** `session`, `archive`, `index`, `state`, … */
  readonly kind: string
  readonly id: string
}

/** `whole`: one ciphertext. `blocks`: pieces that open one by one. */
export type SealedLayout = 'whole' | 'blocks'

/** The clear beginning of a sealed file. */
export interface FileHeader {
  readonly layout: SealedLayout
  readonly keyId: string
  readonly salt: Uint8Array
  readonly id: string
  /** Length of the header, bytes. */
  readonly length: number
}

/** What every sealed file begins with. The Go program's files begin with `CHATCLI_ENC_v1`. */
export const sealMagic = 'CHATCLI_ENC_v2\n'
const saltBytes = 32
const saltAt = sealMagic.length + 1 + 8
const idAt = saltAt + saltBytes
/** No header is longer. */
export const mostHeaderBytes: number = idAt + 1 + 255

/**
 * A header with a new salt: magic, layout, key id, salt, length of the id, id. What is sealed goes into the salt, so that
 * two copies of one machine whose randomness is the same do not give two files one salt.
 *
 * @param plain what the file is to hold
 */
export function newHeader(
  layout: SealedLayout,
  master: MasterKey,
  { kind, id }: SealedAs,
  plain: Uint8Array,
  random: Uint8Array = randomBytes(saltBytes),
): Buffer {
  const name = Buffer.from(id)
  if (name.length > 255) throw new RangeError('an id of more than 255 bytes')
  const saltKey = deriveKey(master.bytes, '', 'chatcli/salt/1', 32)
  const about = JSON.stringify([layout, kind, id])
  const salt = createHmac('sha256', saltKey).update(random).update(about).update(plain).digest()
  return Buffer.concat([
    Buffer.from(sealMagic),
    Buffer.of(layout === 'whole' ? 1 : 2),
    Buffer.from(master.id, 'hex'),
    salt,
    Buffer.of(name.length),
    name,
  ])
}

export function isSealedFile(start: Uint8Array): boolean {
  return startsWith(start, sealMagic)
}

/** Undefined when the header is cut off, or of a layout that nobody knows. */
export function readHeader(start: Uint8Array): FileHeader | undefined {
  const layout = start[sealMagic.length]
  const nameLength = start[idAt] ?? Infinity
  const length = idAt + 1 + nameLength
  if (!isSealedFile(start) || start.length < length || (layout !== 1 && layout !== 2)) return undefined
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  return {
    layout: layout === 1 ? 'whole' : 'blocks',
    keyId: bytes.toString('hex', sealMagic.length + 1, saltAt),
    salt: bytes.subarray(saltAt, idAt),
    id: bytes.toString('utf8', idAt + 1, length),
    length,
  }
}

/** Key of one file, and 12 bytes for its nonce: the salt is never used twice, so neither is the pair. */
export function fileKey(
  { bytes }: MasterKey,
  salt: Uint8Array,
  kind: string,
): { readonly key: Buffer; readonly nonce: Buffer } {
  const derived = deriveKey(bytes, salt, `chatcli/file/1/${kind}`, 44)
  return { key: derived.subarray(0, 32), nonce: derived.subarray(32) }
}

/** Everything a file says of itself is authenticated with it, its kind too, which it does not say. */
export function fileAad(header: Uint8Array, kind: string): Buffer {
  return Buffer.concat([header, Buffer.from(kind)])
}

export function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false
  return true
}
