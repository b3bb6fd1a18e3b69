import type { ImportEvent } from '../importer.ts'

/** Counts kinds of entries that no reader knows: each kind of a file is told once. */
export interface SkipCount {
  add(kind: unknown, offset: number): void
  events(path: string): readonly ImportEvent[]
}

/** Kinds told of one file; of the rest only how many there are, and how often they came. */
const MOST = 20
/** Names of those that are remembered. */
const MOST_NAMES = 1000

export function skipCount(): SkipCount {
  const kinds = new Map<string, { count: number; readonly offset: number }>()
  const others = new Set<string>()
  let rest: { count: number; readonly offset: number } | undefined
  return {
    add(kind, offset) {
      const name = typeof kind === 'string' ? kind.slice(0, 60) : typeof kind
      const known = kinds.get(name)
      if (known !== undefined) known.count++
      else if (kinds.size < MOST) kinds.set(name, { count: 1, offset })
      else {
        if (others.size < MOST_NAMES) others.add(name)
        rest ??= { count: 0, offset }
        rest.count++
      }
    },
    events(path) {
      const told = [...kinds].map(([name, each]) => ({ name, ...each }))
      const size = others.size < MOST_NAMES ? `${others.size}` : `${MOST_NAMES} or more`
      const all = rest === undefined ? told : [...told, { name: `${size} other kinds`, ...rest }]
      return all.map(({ name, count, offset }) => ({
        kind: 'skipped',
        path,
        offset,
        reason: 'unknown',
        detail: count === 1 ? name : `${name} ×${count}`,
      }))
    },
  }
}
