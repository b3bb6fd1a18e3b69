/** A repeatable source of numbers from 0 to just below 1: xorshift with 32 bits (Marsaglia, 2003). */
export function seededRandom(seed: number): () => number {
  // Spread small seeds over all bits; the state must not be 0.
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
