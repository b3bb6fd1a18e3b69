/** The bytes of a segment, wherever they are. */
export interface ByteSource {
  readonly size: number
  /** The `length` bytes from `offset`; fewer when there are no more. */
  read(offset: number, length: number): Uint8Array
  /** Fills `into` with the bytes from `offset`; returns how many there were. */
  readInto(into: Uint8Array, offset: number): number
}

/** Bytes in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    readInto(into, offset) {
      const piece = bytes.subarray(offset, offset + into.length)
      into.set(piece)
      return piece.length
    },
  }
}
