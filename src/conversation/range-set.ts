import type { MessageRef, Range } from './event.ts'

/** The text form of a reference, for maps and messages. */
export function refKey(ref: MessageRef): string {
  return ref.length === 3 ? `${ref[0]}:${ref[1]}:${ref[2]}` : `${ref[0]}:${ref[1]}`
}

export function rangeOf(ref: MessageRef): Range {
  return ref.length === 3 ? [ref[0], ref[1], ref[1], ref[2]] : [ref[0], ref[1], ref[1]]
}

/** Joins references into as few ranges as possible, keeping their order; only message lines that follow each other join. */
export function rangesOf(refs: readonly MessageRef[]): Range[] {
  const ranges: Range[] = []
  for (const ref of refs) {
    const last = ranges.at(-1)
    if (ref.length === 2 && last?.length === 3 && last[0] === ref[0] && last[2] + 1 === ref[1]) {
      ranges[ranges.length - 1] = [last[0], last[1], ref[1]]
    } else {
      ranges.push(rangeOf(ref))
    }
  }
  return ranges
}

/** A set of messages named by ranges. */
export class RangeSet {
  readonly #lines: Map<string, [from: number, to: number][]> = new Map()
  readonly #carried: Set<string> = new Set()

  constructor(ranges: readonly Range[] = []) {
    for (const range of ranges) this.add(range)
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0 && this.#carried.size === 0
  }

  add(range: Range): void {
    if (range.length === 4) {
      this.#carried.add(`${range[0]}:${range[1]}:${range[3]}`)
      return
    }
    const [w, from, to] = range
    if (from > to) return
    const spans = this.#lines.get(w)
    const last = spans?.at(-1)
    if (spans === undefined || last === undefined) this.#lines.set(w, [[from, to]])
    else if (from > last[1] + 1) spans.push([from, to])
    else if (from >= last[0]) last[1] = Math.max(last[1], to)
    else insert(spans, from, to)
  }

  has(ref: MessageRef): boolean {
    if (ref.length === 3) return this.#carried.has(refKey(ref))
    const span = reaching(this.#lines.get(ref[0]) ?? [], ref[1])
    return span !== undefined && span[0] <= ref[1]
  }

  /** True when everything the other set names is named here too. */
  covers(other: RangeSet): boolean {
    if (other.#carried.size > this.#carried.size) return false
    for (const key of other.#carried) if (!this.#carried.has(key)) return false
    for (const [w, spans] of other.#lines) {
      const own = this.#lines.get(w) ?? []
      for (const [from, to] of spans) {
        const span = reaching(own, from)
        if (span === undefined || span[0] > from || span[1] < to) return false
      }
    }
    return true
  }

  /** True when something is named in both. */
  meets(other: RangeSet): boolean {
    const [few, many] =
      this.#carried.size < other.#carried.size
        ? [this.#carried, other.#carried]
        : [other.#carried, this.#carried]
    for (const key of few) if (many.has(key)) return true
    for (const [w, own] of this.#lines) {
      const spans = other.#lines.get(w)
      if (spans !== undefined && (own.length < spans.length ? anyMeets(own, spans) : anyMeets(spans, own)))
        return true
    }
    return false
  }

  /** The messages named here and not there. */
  minus(other: RangeSet): RangeSet {
    const left = new RangeSet()
    for (const key of this.#carried) if (!other.#carried.has(key)) left.#carried.add(key)
    for (const [w, spans] of this.#lines) {
      const pieces = without(spans, other.#lines.get(w) ?? [])
      if (pieces.length > 0) left.#lines.set(w, pieces)
    }
    return left
  }

  union(other: RangeSet): RangeSet {
    const all = new RangeSet(this.ranges())
    for (const range of other.ranges()) all.add(range)
    return all
  }

  ranges(): Range[] {
    const ranges: Range[] = []
    for (const [w, spans] of this.#lines) for (const [from, to] of spans) ranges.push([w, from, to])
    for (const key of this.#carried) {
      const [w = '', n, k] = key.split(':')
      ranges.push([w, Number(n), Number(n), Number(k)])
    }
    return ranges
  }

  /** How many message lines and carried messages are named, counting lines that may not exist. */
  get size(): number {
    let size = this.#carried.size
    for (const spans of this.#lines.values()) for (const [from, to] of spans) size += to - from + 1
    return size
  }
}

type Span = [from: number, to: number]

/** The first of sorted spans that reaches `n`, or lies behind it. */
function reaching(spans: readonly Span[], n: number): Span | undefined {
  return spans[reachingIndex(spans, n)]
}

function reachingIndex(spans: readonly Span[], n: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.[1] ?? 0) < n) low = middle + 1
    else high = middle
  }
  return low
}

function anyMeets(few: readonly Span[], many: readonly Span[]): boolean {
  return few.some(([from, to]) => {
    const span = reaching(many, from)
    return span !== undefined && span[0] <= to
  })
}

/** What is left of sorted spans without others, both looked at once. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  const left: Span[] = []
  let at = reachingIndex(others, spans[0]?.[0] ?? 0)
  for (const [first, to] of spans) {
    let from = first
    while (at < others.length && (others[at]?.[1] ?? 0) < from) at++
    for (let k = at; k < others.length && from <= to; k++) {
      const [a, b] = others[k] ?? [0, 0]
      if (a > to) break
      if (a > from) left.push([from, a - 1])
      from = b + 1
    }
    if (from <= to) left.push([from, to])
  }
  return left
}

/** Puts a span among sorted ones and joins it with those it touches. */
function insert(spans: Span[], from: number, to: number): void {
  const first = reachingIndex(spans, from - 1)
  let end = first
  let least = from
  let most = to
  for (; end < spans.length && (spans[end]?.[0] ?? 0) <= to + 1; end++) {
    least = Math.min(least, spans[end]?.[0] ?? least)
    most = Math.max(most, spans[end]?.[1] ?? most)
  }
  spans.splice(first, end - first, [least, most])
}
