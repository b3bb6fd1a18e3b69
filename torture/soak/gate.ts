/** Lets operations through one beside the other, or holds all of them so that somebody can look at a home that is still. */
export class Gate {
  #isOpen = true
  #inside = 0
  #waiting: (() => void)[] = []

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Waits while it is closed. Whoever came through says when it is out. */
  async enter(): Promise<void> {
    while (!this.#isOpen) await this.#change()
    this.#inside++
  }

  leave(): void {
    this.#inside--
    this.#tell()
  }

  /** Closes it, and waits until everybody is out. */
  async close(): Promise<void> {
    this.#isOpen = false
    while (this.#inside > 0) await this.#change()
  }

  open(): void {
    this.#isOpen = true
    this.#tell()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
