import type { ModelWorld } from './model-world.ts'

export interface SilenceLimits {
  /** How long no byte may come. */
  readonly stallMs: number
  /** How long all of it may take. */
  readonly timeoutMs: number
  /** Whether the first byte has as long as all of it. */
  readonly isPatient: boolean
}

export type Silence = 'stalled' | 'timed-out'

/** What a timer can wait at most. */
const longestWait = 2 ** 31 - 1

/** Watches over one answer, and tells once when it is silent or takes too long. */
export class SilenceWatch {
  readonly #world: Pick<ModelWorld, 'now' | 'after'>
  readonly #limits: SilenceLimits
  readonly #onSilence: (silence: Silence) => void
  readonly #end: number
  #last: number
  #isWaiting: boolean
  #cancel: () => void = () => {}

  constructor(
    world: Pick<ModelWorld, 'now' | 'after'>,
    limits: SilenceLimits,
    onSilence: (silence: Silence) => void,
  ) {
    this.#world = world
    this.#limits = limits
    this.#onSilence = onSilence
    this.#last = world.now()
    this.#end = this.#last + limits.timeoutMs
    this.#isWaiting = limits.isPatient
    this.#wait()
  }

  /** A byte has come. */
  touch(): void {
    this.#last = this.#world.now()
    if (!this.#isWaiting) return
    this.#isWaiting = false
    this.#cancel()
    this.#wait()
  }

  close(): void {
    this.#cancel()
  }

  #wait(): void {
    const left = Math.max(1, this.#due() - this.#world.now())
    this.#cancel = (this.#world.after ?? startTimer)(Math.min(longestWait, left), () => this.#look())
  }

  #look(): void {
    const due = this.#due()
    if (this.#world.now() < due) this.#wait()
    else this.#onSilence(due === this.#end ? 'timed-out' : 'stalled')
  }

  #due(): number {
    return this.#isWaiting ? this.#end : Math.min(this.#end, this.#last + this.#limits.stallMs)
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
