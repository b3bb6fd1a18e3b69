/** A text without the secrets that were in it. */
export interface Masked {
  readonly text: string
  /** How many were replaced. */
  readonly count: number
}
