import { fileAad, fileKey, newHeader, readHeader, type SealedAs } from './file-header.ts'
import { gcmOpen, gcmSeal, nonceBytes, tagBytes } from './gcm.ts'
import { keyError, sealDamage } from './key-errors.ts'
import { findKey, type Keyring } from './keyring.ts'
import type { MasterKey } from './master-key.ts'

/** Plaintext bytes of every block but the last. */
export const sealedBlockBytes = 32_768
const onDisk = sealedBlockBytes + tagBytes

/**
 * A file sealed in blocks that open one by one, after the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015):
 * a block's nonce says its number and whether it is the last, under a key that no other file has.
 */
export function sealBlocks(master: MasterKey, as: SealedAs, plain: Uint8Array): Buffer {
  const header = newHeader('blocks', master, as, plain)
  const parts = readHeader(header)
  if (parts === undefined) throw new Error('unreachable: a header that was just made')
  const { key } = fileKey(master, parts.salt, as.kind)
  const aad = fileAad(header, as.kind)
  const count = Math.max(1, Math.ceil(plain.length / sealedBlockBytes))
  const blocks: Uint8Array[] = [header]
  for (let number = 0; number < count; number++) {
    const from = number * sealedBlockBytes
    const nonce = blockNonce(number, number === count - 1)
    blocks.push(gcmSeal(key, nonce, aad, plain.subarray(from, from + sealedBlockBytes)))
  }
  return Buffer.concat(blocks)
}

/** A file of {@link sealBlocks}, as far as it is asked. */
export interface BlockReader {
  /** Plaintext bytes of the whole file. */
  readonly size: number
  readonly blocks: number
  readonly keyId: string
  /** Where block `number` stands in the file, bytes. */
  place(number: number): { readonly offset: number; readonly length: number }
  /** @throws ChatCliError `damaged` when the bytes are not those of that block */
  open(number: number, sealed: Uint8Array): Buffer
}

/**
 * @param start the header, at least
 * @param fileSize of the whole file, bytes
 * @throws ChatCliError `key` or `damaged`, as `openFile`
 */
export function openBlocks(
  keys: Keyring,
  as: { readonly kind: string; readonly id: string | undefined },
  start: Uint8Array,
  fileSize: number,
  where: string,
): BlockReader {
  const header = readHeader(start)
  if (header?.layout !== 'blocks') throw sealDamage(where, 'its header is cut off or changed')
  const { keyId, salt, id, length } = header
  const master = findKey(keys, keyId)
  if (master === undefined) throw keyError(where, keyId, keys)
  const { key } = fileKey(master, salt, as.kind)
  const aad = fileAad(start.subarray(0, length), as.kind)
  const sealedBytes = fileSize - length
  const blocks = Math.ceil(sealedBytes / onDisk)
  const size = sealedBytes - blocks * tagBytes
  if (blocks < 1 || size < 0 || (size === 0 && blocks > 1)) throw sealDamage(where, 'it is cut off')
  // The header is authenticated with every block; before the first is opened nothing of the file is believed.
  if (as.id !== undefined && as.id !== id)
    throw sealDamage(where, `it was put here from elsewhere, it belongs to "${id}"`)
  return {
    size,
    blocks,
    keyId,
    place: (number) => ({
      offset: length + number * onDisk,
      length: Math.min(onDisk, sealedBytes - number * onDisk),
    }),
    open(number, sealed) {
      const plain = gcmOpen(key, blockNonce(number, number === blocks - 1), aad, sealed)
      if (plain === undefined)
        throw sealDamage(
          where,
          `block ${number} is not what was sealed: changed, cut off, or put here from elsewhere`,
        )
      return plain
    },
  }
}

function blockNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUInt32BE(number, nonceBytes - 5)
  nonce[nonceBytes - 1] = isLast ? 1 : 0
  return nonce
}
