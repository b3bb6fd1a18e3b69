import type { ServerResponse } from 'node:http'

/** Counts calls until their answers are out, so that a server can stop between them. */
export class RunningCalls {
  readonly #running = new Set<object>()
  readonly #waiting = new Set<() => void>()

  get size(): number {
    return this.#running.size
  }

  /** A call that runs until its response is closed, by a client that has left too. */
  add(outgoing: ServerResponse): void {
    if (outgoing.destroyed) return
    this.#running.add(outgoing)
    outgoing.once('close', () => {
      this.#running.delete(outgoing)
      if (this.#running.size === 0) for (const tell of this.#waiting) tell()
    })
  }

  /** Returns when none runs, or after `ms` milliseconds. */
  async ended(ms: number): Promise<void> {
    if (this.#running.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms)
      const waiting = this.#waiting
      waiting.add(done)
      function done(): void {
        clearTimeout(timer)
        waiting.delete(done)
        resolve()
      }
    })
  }
}
