/** How what is in a context reaches a model. */
export type ContextMode = 'full' | 'summary' | 'chunked' | 'smart' | 'knowledge'

export const contextModes: readonly ContextMode[] = ['full', 'summary', 'chunked', 'smart', 'knowledge']

/** A file as it was when it was last read. */
export interface ContextFile {
  /** Where it is, absolute; in a context that was imported, where it was. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch; undefined when nobody knows. */
  readonly mtimeMs?: number | undefined
  /** Hex SHA-256 of its bytes; undefined where its content is not kept. */
  readonly hash?: string | undefined
  /** Tokens of its text, roughly. */
  readonly tokens: number
  /** Undefined in knowledge mode: then it is read where it is. */
  readonly content?: string | undefined
  /** Fields of other programs. */
  readonly other?: Readonly<Record<string, unknown>> | undefined
}

/** What is known of a context without its files. */
export interface ContextHead {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly mode: ContextMode
  /** Absolute paths of the files and folders it is made of; none when it was imported. */
  readonly sources: readonly string[]
  /** Bytes of all its files. */
  readonly size: number
  readonly fileCount: number
  /** Tokens of all its files, roughly; undefined when another program wrote it and it was not read yet. */
  readonly tokens: number | undefined
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
  /** What was left out when the sources were last read, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** Named files that can be given to a model. */
export interface Context extends ContextHead {
  readonly tokens: number
  readonly files: readonly ContextFile[]
  /** Fields of other programs, kept as they came. */
  readonly other: Readonly<Record<string, unknown>>
}
