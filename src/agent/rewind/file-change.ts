/** Content of a file: hex SHA-256 of its bytes; `none`: there was no file; `unknown`: it could not be kept. */
export type FileContent = string

/** A change to a file of a project, made by a tool of a turn, or for a rewind. */
export interface FileChange {
  /** The turn that made it; empty for a rewind. */
  readonly turn: string
  /** Relative to the root of the project, separated by `/`. */
  readonly path: string
  readonly before: FileContent
  readonly after: FileContent
  /** The rewrite for whose sake it was made, as `refKey` writes it. */
  readonly rewind?: string
}
