import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'

/** What became of one thing that a process did. */
export type Ending = { readonly status: 'done' } | { readonly status: 'refused'; readonly error: unknown }

/**
 * Runs one thing, and another one whole in front of its k-th disk call, for k = 1, 2, … until the first has no such
 * call. `look` judges each world that comes of it.
 *
 * @returns how many interleavings there were
 */
export function interleave<T>(
  begin: () => {
    readonly view: SimulatedDisk
    readonly first: () => void
    readonly second: () => void
    readonly world: T
  },
  look: (world: T, first: Ending, second: Ending, k: number) => void,
): number {
  for (let k = 1; ; k++) {
    const { view, first, second, world } = begin()
    let calls = 0
    let other: Ending | undefined
    view.beforeCall(() => {
      calls++
      if (calls === k) other = ending(second)
    })
    const own = ending(first)
    view.beforeCall(undefined)
    if (other === undefined) return k - 1
    look(world, own, other, k)
  }
}

function ending(run: () => void): Ending {
  try {
    run()
    return { status: 'done' }
  } catch (error) {
    return { status: 'refused', error }
  }
}
