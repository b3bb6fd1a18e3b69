/** The bytes of a segment, wherever they are. */
export interface ByteSource {
  readonly size: number
  /** The `length` bytes from `offset`; fewer when there are no more. */
  read(offset: number, length: number): Uint8Array
}

/** Bytes in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}
