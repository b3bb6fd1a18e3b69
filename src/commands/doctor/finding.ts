import type { CheckName } from '../../text/doctor-english.ts'

/** `info` and `ok` need nothing to be done. */
export type Severity = 'ok' | 'info' | 'warning' | 'error'

/** Where something is, what there is, and what there should be. */
export interface FindingPlace {
  readonly path: string
  readonly measured: string
  readonly expected: string
}

/** Something that was looked at, and how it stands. */
export interface Finding {
  readonly check: CheckName
  readonly severity: Severity
  readonly measured: string
  readonly expected: string
  readonly places?: readonly FindingPlace[]
  /** What else is to be done, when the remedy of the check does not say it. */
  readonly remedy?: string
  /** What `--fix` does about it; it never shortens an original. @throws ChatCliError, the system's errors */
  readonly fix?: () => void
}
