/** For each of a row of runs: how many tokens it counts for, and the numbers of its terms, end to end. */
export interface TermLists {
  /** The list of run `r` is `numbers[starts[r] .. starts[r + 1])`, the first number being how many tokens it is. */
  readonly starts: Uint32Array
  readonly numbers: Uint32Array
  /** Puts in the list of the next run. */
  add(tokens: number, terms: readonly number[]): void
  clear(): void
}

export function createTermLists(): TermLists {
  let starts = new Uint32Array(1024)
  let numbers = new Uint32Array(4096)
  let size = 0
  return {
    get starts() {
      return starts
    },
    get numbers() {
      return numbers
    },
    add(tokens, terms) {
      if (size + 2 > starts.length) starts = grown(starts, size + 2)
      let end = starts[size]!
      if (end + terms.length + 1 > numbers.length) numbers = grown(numbers, end + terms.length + 1)
      numbers[end++] = tokens
      for (const term of terms) numbers[end++] = term
      starts[++size] = end
    },
    clear() {
      size = 0
    },
  }
}

function grown(from: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(Math.max(from.length * 2, least))
  to.set(from)
  return to
}
