/** One line of the scoreboard. */
export interface Figure {
  readonly what: string
  /** In words: `0 of 640`, `12/12`. */
  readonly measured: string
  /** What must hold, in words. */
  readonly bar: string
  /** `not-run`: it cannot be run here, `measured` says why. `compared`: another program, of which nothing is asked. */
  readonly isMet: boolean | 'not-run' | 'compared'
  /** What went wrong. */
  readonly problems: readonly string[]
  /** What it is made of, where a list is wanted. */
  readonly details?: readonly string[]
}

/** Where an experiment runs, and how much of it. */
export interface Lab {
  /** `ci`: a sample, in a few minutes. `full`: all of it. */
  readonly scale: 'ci' | 'full'
  readonly seed: number
  /** A folder of its own on a real disk, removed afterwards. */
  readonly folder: string
  /** Path of the built command. */
  readonly cli: string
  /** Path of the bundled worker, see `worker.ts`. */
  readonly worker: string
  /** Tells how far it is. */
  readonly say: (line: string) => void
}

export interface Experiment {
  /** As `--only` takes it. */
  readonly name: string
  readonly about: string
  readonly run: (lab: Lab) => Promise<readonly Figure[]>
}
