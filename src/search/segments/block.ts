import { crc32 } from 'node:zlib'

/** Payload bytes of every block but the last: small, because a look at one term needs one block. */
export const blockSize = 4096
/** Bytes a block has more than its payload. */
export const blockOverhead = 4

/** A block as it stands in the file: the payload and its CRC-32, which starts from the block's number. */
export function sealBlock(number: number, payload: Uint8Array): Uint8Array {
  const block = Buffer.allocUnsafe(payload.length + blockOverhead)
  block.set(payload)
  block.writeUInt32LE(crc32(payload, number), payload.length)
  return block
}

/**
 * Makes sure that the sealed block of `length` bytes at a place is the one that was written with this number: its payload
 * is all but the last bytes. Throws RangeError when it is not.
 */
export function checkBlock(number: number, bytes: Uint8Array, at: number, length: number): void {
  const end = at + length - blockOverhead
  if (end < at || end + blockOverhead > bytes.length) throw new RangeError(`block ${number} is cut off`)
  let wanted = 0
  for (let byte = blockOverhead - 1; byte >= 0; byte--) wanted = wanted * 256 + bytes[end + byte]!
  if (crc32(bytes.subarray(at, end), number) !== wanted)
    throw new RangeError(`the checksum of block ${number} does not match`)
}
