import type { ImportEvent } from '../importer.ts'

/** Counts kinds of entries that no reader knows: each kind of a file is told once. */
export interface SkipCount {
  add(kind: unknown, offset: number): void
  events(path: string): readonly ImportEvent[]
}

/** Kinds told of one file; the rest is told in one number. */
const MOST = 20

export function skipCount(): SkipCount {
  const kinds = new Map<string, { count: number; readonly offset: number }>()
  return {
    add(kind, offset) {
      const name = typeof kind === 'string' ? kind.slice(0, 60) : typeof kind
      const known = kinds.get(name)
      if (known !== undefined) known.count++
      else kinds.set(kinds.size < MOST ? name : '…', { count: 1, offset })
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
