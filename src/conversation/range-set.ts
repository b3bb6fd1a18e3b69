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
    else this.#lines.set(w, joined([...spans, [from, to]]))
  }

  has(ref: MessageRef): boolean {
    if (ref.length === 3) return this.#carried.has(refKey(ref))
    return this.#lines.get(ref[0])?.some(([from, to]) => from <= ref[1] && ref[1] <= to) ?? false
  }

  /** True when everything the other set names is named here too. */
  covers(other: RangeSet): boolean {
    for (const key of other.#carried) if (!this.#carried.has(key)) return false
    for (const [w, spans] of other.#lines) {
      const own = this.#lines.get(w) ?? []
      if (!spans.every(([from, to]) => own.some(([a, b]) => a <= from && to <= b))) return false
    }
    return true
  }

  /** The messages named here and not there. */
  minus(other: RangeSet): RangeSet {
    const left = new RangeSet()
    for (const key of this.#carried) if (!other.#carried.has(key)) left.#carried.add(key)
    for (const [w, spans] of this.#lines) {
      let pieces = spans.map(([from, to]): [number, number] => [from, to])
      for (const [a, b] of other.#lines.get(w) ?? []) {
        pieces = pieces.flatMap(([from, to]): [number, number][] => {
          if (b < from || to < a) return [[from, to]]
          const rest: [number, number][] = []
          if (from < a) rest.push([from, a - 1])
          if (b < to) rest.push([b + 1, to])
          return rest
        })
      }
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

function joined(spans: [number, number][]): [number, number][] {
  const sorted = spans.sort((a, b) => a[0] - b[0])
  const out: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = out.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}
