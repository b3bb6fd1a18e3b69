/** The first `length` bytes of a store that copies share: bytes below a holder's length never change. */
export interface AppendOnlyBytes {
  readonly length: number
  readonly store: { data: Uint8Array; used: number }
}

export const NO_BYTES: AppendOnlyBytes = { length: 0, store: { data: new Uint8Array(0), used: 0 } }

/** The bytes, as a view that must not be written to. */
export function viewOf(bytes: AppendOnlyBytes): Uint8Array {
  return bytes.store.data.subarray(0, bytes.length)
}

/** The same bytes with `more` behind them; in place when nobody else has appended to the shared store. */
export function withAppended(bytes: AppendOnlyBytes, more: Uint8Array): AppendOnlyBytes {
  const length = bytes.length + more.length
  let store = bytes.store
  if (store.used !== bytes.length || store.data.length < length) {
    const data = new Uint8Array(Math.max(length * 2, 64))
    data.set(viewOf(bytes))
    store = { data, used: bytes.length }
  }
  store.data.set(more, bytes.length)
  store.used = length
  return { length, store }
}

/** The first `length` bytes, with the given ranges (`[start, end]`, byte offsets) turned to NUL. */
export function withNulRanges(
  bytes: AppendOnlyBytes,
  length: number,
  ranges: readonly (readonly [start: number, end: number])[],
): AppendOnlyBytes {
  if (ranges.length === 0) return { length, store: bytes.store }
  const data = bytes.store.data.slice(0, length)
  for (const [start, end] of ranges) data.fill(0, start, Math.min(end, length))
  return { length, store: { data, used: length } }
}
