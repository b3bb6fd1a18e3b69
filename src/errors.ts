/** What went wrong, as a word a program can branch on. Exit codes and protocol codes are derived from it at the edge. */
export type ErrorCode =
  | 'usage'
  | 'invalid-name'
  | 'not-found'
  | 'no-match'
  | 'exists'
  | 'conflict'
  | 'locked'
  | 'damaged'
  | 'newer-version'
  | 'key'
  | 'storage'
  | 'refused'
  | 'provider'
  | 'tools-unsupported'
  | 'interrupted'

export interface ErrorDetails {
  /** What the person can do about it, one sentence. */
  readonly hint?: string
  readonly cause?: unknown
}

/** The one error class of this program: a {@link ErrorCode}, a sentence that says what happened, and a hint. */
export class ChatCliError extends Error {
  override readonly name = 'ChatCliError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.hint = details.hint
  }
}
