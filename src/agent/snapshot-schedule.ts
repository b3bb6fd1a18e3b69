/** Runs work some milliseconds later; the answer calls it off. */
export type Later = (work: () => void, ms: number) => () => void

export interface SnapshotScheduleOptions {
  readonly now: () => number
  readonly later: Later
  /** Writes the snapshot. */
  readonly write: () => void
  /** Bytes of the snapshot as it was last written. */
  readonly size: () => number
}

/** A snapshot up to this many bytes is written after every turn. */
const SMALL = 1024 * 1024
/** A larger one waits this long, in milliseconds, since the last. */
const PAUSE = 5000

/**
 * When a session file is written: after every turn while it is small, else at most every five seconds, and always behind
 * the turn, never in its way.
 */
export class SnapshotSchedule {
  readonly #options: SnapshotScheduleOptions
  #last = -Infinity
  #cancel: (() => void) | undefined

  constructor(options: SnapshotScheduleOptions) {
    this.#options = options
  }

  /** A turn has ended. */
  due(): void {
    if (this.#cancel !== undefined) return
    const { now, later, size } = this.#options
    const wait = size() <= SMALL ? 0 : Math.max(0, this.#last + PAUSE - now())
    this.#cancel = later(() => {
      this.#cancel = undefined
      this.#write()
    }, wait)
  }

  /** Writes what is due now. @param options.isSmall a large one may wait for its time */
  flush({ isSmall = false }: { readonly isSmall?: boolean } = {}): void {
    if (this.#cancel === undefined || (isSmall && this.#options.size() > SMALL)) return
    this.cancel()
    this.#write()
  }

  /** What is due will be written by somebody else, or not at all. */
  cancel(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #write(): void {
    this.#last = this.#options.now()
    this.#options.write()
  }
}
