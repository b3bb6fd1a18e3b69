import type { ModelWorld } from './model-world.ts'

/** A world whose clock stands still until it is moved, in which nobody waits. */
export interface TestWorld extends ModelWorld {
  /** What was waited for, in milliseconds. */
  readonly slept: readonly number[]
  /** Moves the clock and runs what is due. */
  advance(ms: number): void
}

export function testWorld(fetch: typeof globalThis.fetch = globalThis.fetch): TestWorld {
  const slept: number[] = []
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  let now = Date.UTC(2026, 5, 1)
  return {
    fetch,
    slept,
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      slept.push(ms)
    },
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (ms) => {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.run()
      }
    },
  }
}
