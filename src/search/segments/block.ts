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

/** The payload of a block. Throws RangeError when it is not the block that was written with this number. */
export function openBlock(number: number, block: Uint8Array): Uint8Array {
  const length = block.length - blockOverhead
  if (length < 0) throw new RangeError(`block ${number} is cut off`)
  const payload = block.subarray(0, length)
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  if (crc32(payload, number) !== view.getUint32(length, true))
    throw new RangeError(`the checksum of block ${number} does not match`)
  return payload
}
