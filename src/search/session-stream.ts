import type { SessionStream } from './search-index.ts'

/** A stream of `length` entries, to be filled. */
export function createSessionStream(length: number): SessionStream {
  return {
    sessions: new Uint32Array(length),
    frequencies: new Uint32Array(length),
    messages: new Uint32Array(length),
    titles: new Uint32Array(length),
  }
}
