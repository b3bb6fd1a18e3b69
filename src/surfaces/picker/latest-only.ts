/** Asks for something that takes a while: one at a time, and never for what nobody wants any more. */
export interface LatestOnly<T> {
  /** Takes the place of what waits; what is under way is finished. */
  ask(next: T): void
  /** Drops what waits. */
  drop(): void
}

/** @param work never rejects */
export function latestOnly<T>(work: (asked: T) => Promise<void>): LatestOnly<T> {
  let waiting: { readonly asked: T } | undefined
  let isBusy = false
  const run = async (): Promise<void> => {
    isBusy = true
    while (waiting !== undefined) {
      const { asked } = waiting
      waiting = undefined
      await work(asked)
    }
    isBusy = false
  }
  return {
    ask(asked) {
      waiting = { asked }
      if (!isBusy) void run()
    },
    drop() {
      waiting = undefined
    },
  }
}
