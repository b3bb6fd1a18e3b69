/**
 * Memory for columns that live as long as an answer is made, or a little longer: taken bit by bit, made free all at once.
 * Pieces that come and go with each query make the engine collect everything every few dozen queries.
 */
export interface Arena {
  /** Changes when everything that was taken is made free: it must not be used any more. */
  readonly generation: number
  /** Numbers, which are anything yet. */
  bytes(length: number): Uint8Array
  words(length: number): Uint32Array
  doubles(length: number): Float64Array
  /** Makes everything free when more than a share of the memory is taken. Nothing taken may be in use. */
  recycle(share?: number): void
}

/** Memory is taken from the engine in such pieces, so that a short process takes little. */
const pieceSize = 2 ** 20

/** @param limit bytes; what goes beyond is memory of its own */
export function createArena(limit: number): Arena {
  const pieces: SharedArrayBuffer[] = []
  const most = Math.floor(limit / pieceSize)
  let piece = -1
  let end = pieceSize
  let generation = 0

  /** Where `length` bytes are free in the current piece; negative when there is no room for them. */
  function take(length: number): number {
    const size = (length + 7) & ~7
    if (end + size > pieceSize) {
      if (size > pieceSize || piece + 1 >= most) return -1
      piece++
      end = 0
      // Shared memory is not counted by the engine as something to be collected.
      if (piece === pieces.length) pieces.push(new SharedArrayBuffer(pieceSize))
    }
    end += size
    return end - size
  }

  return {
    get generation() {
      return generation
    },
    bytes(length) {
      const at = take(length)
      return at < 0 ? new Uint8Array(length) : new Uint8Array(pieces[piece]!, at, length)
    },
    words(length) {
      const at = take(length * 4)
      return at < 0 ? new Uint32Array(length) : new Uint32Array(pieces[piece]!, at, length)
    },
    doubles(length) {
      const at = take(length * 8)
      return at < 0 ? new Float64Array(length) : new Float64Array(pieces[piece]!, at, length)
    },
    recycle(share = 0) {
      if (piece < 0 || piece + 1 <= most * share) return
      piece = 0
      end = 0
      generation++
    },
  }
}

/** Gives memory of its own each time. */
export const ownMemory: Arena = createArena(0)
