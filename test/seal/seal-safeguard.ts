import type { SourceEdit } from '../source-edits.ts'

/** A safeguard of sealing, as the text that is taken out of the source or put in its place. */
export interface SealSafeguard {
  readonly name: string
  /** File of tests in src, and the beginning of the name of one that is to fail. */
  readonly by: readonly [file: string, test: string]
  /** File in src, the text as it stands there once, and what replaces it. */
  readonly edits: readonly SourceEdit[]
}
