/** A word that could stand in a place. */
export interface CompletionWord {
  readonly word: string
  /** What it means, `''` when the word says it; not safe in a terminal as it is. */
  readonly about: string
}

/** What could take the place of `start` to `end` (UTF-16 units, `end` exclusive) of a line, best first. */
export interface Completion {
  readonly start: number
  readonly end: number
  readonly candidates: readonly CompletionWord[]
}
