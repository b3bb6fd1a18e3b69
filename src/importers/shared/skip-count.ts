import type { ImportEvent } from '../importer.ts'

/** Counts kinds of entries that no reader knows: each kind of a file is told once. */
export interface SkipCount {
  add(kind: unknown, offset: number): void
  events(path: string): readonly ImportEvent[]
}

/** Kinds told of one file; the rest is told in one number. */
const MOST = 20
const REST = '…'

export function skipCount(): SkipCount {
  const kinds = new Map<string, { count: number; readonly offset: number }>()
  return {
    add(kind, offset) {
      const name = typeof kind === 'string' ? kind.slice(0, 60) : typeof kind
      const key = kinds.has(name) || kinds.size < MOST ? name : REST
      const known = kinds.get(key)
      if (known === undefined) kinds.set(key, { count: 1, offset })
      else known.count++
    },
    events: (path) =>
      [...kinds].map(([name, { count, offset }]) => ({
        kind: 'skipped',
        path,
        offset,
        reason: 'unknown',
        detail: count === 1 ? name : `${name} ×${count}`,
      })),
  }
}
