/** The order of dictionaries, of terms that become more and more. */
export interface TermOrder {
  /** Numbers of all terms, in ascending order of their UTF-8 bytes. */
  sorted(): Uint32Array
  /** UTF-8 bytes of a term that was sorted. */
  bytes(number: number): Uint8Array
}

/** So many bytes are compared as one number. */
const keyBytes = 6

/** @param terms a list that only grows; what was sorted once is only merged with what is new. */
export function createTermOrder(terms: readonly string[]): TermOrder {
  let order = new Uint32Array(0)
  let pool = Buffer.allocUnsafe(2 ** 16)
  // Bytes of term `t` are `pool[starts[t] .. starts[t + 1])`; its key is the first six of them as a number.
  let starts = new Uint32Array(1024)
  let keys = new Float64Array(1024)

  const bytes = (number: number): Uint8Array => pool.subarray(starts[number], starts[number + 1])
  function compare(a: number, b: number): number {
    const difference = keys[a]! - keys[b]!
    if (difference !== 0) return difference
    const [endA, endB] = [starts[a + 1]!, starts[b + 1]!]
    let atA = starts[a]! + keyBytes
    let atB = starts[b]! + keyBytes
    while (atA < endA && atB < endB) {
      const difference = pool[atA++]! - pool[atB++]!
      if (difference !== 0) return difference
    }
    return endA - starts[a]! - (endB - starts[b]!)
  }

  function take(number: number): void {
    const term = terms[number]!
    const start = starts[number]!
    if (start + term.length * 3 > pool.length) {
      const more = Buffer.allocUnsafe(pool.length * 2 + term.length * 3)
      pool.copy(more)
      pool = more
    }
    const end = start + pool.write(term, start)
    starts[number + 1] = end
    let key = 0
    for (let at = start; at < start + keyBytes; at++) key = key * 256 + (at < end ? pool[at]! : 0)
    keys[number] = key
  }

  return {
    sorted() {
      const known = order.length
      if (known === terms.length) return order
      if (terms.length >= starts.length) {
        const more = new Uint32Array(terms.length * 2)
        more.set(starts)
        starts = more
        const moreKeys = new Float64Array(terms.length * 2)
        moreKeys.set(keys)
        keys = moreKeys
      }
      const fresh = new Uint32Array(terms.length - known)
      for (let number = known; number < terms.length; number++) {
        take(number)
        fresh[number - known] = number
      }
      fresh.sort(compare)
      order = merge(order, fresh, compare)
      return order
    },
    bytes,
  }
}

function merge(
  a: Uint32Array<ArrayBuffer>,
  b: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Uint32Array<ArrayBuffer> {
  if (a.length === 0) return b
  const merged = new Uint32Array(a.length + b.length)
  for (let i = 0, j = 0, to = 0; to < merged.length; to++)
    merged[to] = j === b.length || (i < a.length && compare(a[i]!, b[j]!) < 0) ? a[i++]! : b[j++]!
  return merged
}
