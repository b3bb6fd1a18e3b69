import type { Operation } from './operation.ts'
import type { Held } from './expectation.ts'
import type { World } from './world.ts'

/** The kinds of operations a workload is made of. */
export const KINDS = ['append', 'go-on', 'save', 'fork', 'rename', 'delete', 'restore'] as const
export type Kind = (typeof KINDS)[number]

/** A sequence of operations on one of the small stores of {@link firstStore}. */
export interface Workload {
  readonly kinds: readonly Kind[]
  /** `one` and `plain`: forks and renames take the newest session, the rest the oldest. `two`: the other way round. */
  readonly store: 'one' | 'two' | 'plain'
}

/** Every workload of up to `length` operations, the short ones first. */
export function workloads(length: number): Workload[] {
  const all: Workload[] = []
  let sequences: Kind[][] = [[]]
  for (let i = 0; i < length; i++) {
    sequences = sequences.flatMap((kinds) => KINDS.map((kind) => [...kinds, kind]))
    for (const kinds of sequences)
      for (const store of ['one', 'two', 'plain'] as const) all.push({ kinds, store })
  }
  return all
}

/** The i-th operation of a workload, given the world it meets; undefined when there is nothing it could work on. */
export function operationAt(
  { kinds, store }: Workload,
  i: number,
  world: World,
  held: Held,
): Operation | undefined {
  const kind = kinds[i]
  const names = [...world.sessions.keys()]
  const [oldest, newest] = store === 'two' ? [names.at(-1), names[0]] : [names[0], names.at(-1)]
  const texts = [`q${i}`, `a${i}`]
  switch (kind) {
    case 'save':
      return { kind, name: `saved-${i}`, texts }
    case 'go-on':
      return { kind, name: held.name, texts }
    case 'append':
      return oldest === undefined ? undefined : { kind, name: oldest, texts }
    case 'fork':
    case 'rename':
      return newest === undefined ? undefined : { kind, name: newest, to: `${kind}-${i}` }
    case 'delete':
      return oldest === undefined ? undefined : { kind, name: oldest }
    case 'restore': {
      const name = world.trash.at(-1)?.name
      return name === undefined ? undefined : { kind, name }
    }
    case undefined:
  }
  return undefined
}
