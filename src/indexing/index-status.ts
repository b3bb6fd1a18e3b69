/** How an index stands. */
export interface IndexStatus {
  /** Its folder. */
  readonly path: string
  readonly segments: number
  /** Of its segments, in bytes. */
  readonly bytes: number
  /** Sessions in it, and those there are. */
  readonly indexed: number
  readonly sessions: number
  readonly messages: number
  /** Text in it, UTF-16 code units, and how much of it no session says any more. */
  readonly text: number
  readonly outdatedText: number
  /** When every file was looked at last, milliseconds since the epoch; undefined when that is not over yet. */
  readonly sweptAt: number | undefined
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[]
  /** Parts that were found damaged by this process. */
  readonly damaged: readonly string[]
}

/** How far the making of an index got. */
export interface IndexProgress {
  readonly done: number
  readonly total: number
  /** Text indexed so far, UTF-16 code units. */
  readonly text: number
}

export interface IndexReport {
  readonly segments: number
  readonly bytes: number
  /** Parts whose bytes are not what was written; their sessions were indexed again. */
  readonly damaged: readonly { readonly part: string; readonly reason: string }[]
}

/** The search index, for people who look after it. It is kept up to date by itself. */
export interface IndexApi {
  status(): IndexStatus
  /** Makes the index anew, beside the old one. @throws ChatCliError `locked` when another process is at it, `storage` */
  rebuild(options?: { readonly onProgress?: (progress: IndexProgress) => void }): IndexStatus
  /** Reads every byte of the index and mends what is damaged. */
  verify(): IndexReport
  /** Looks at every file now, so that the next answer knows of changes other programs made within the last minute. */
  refresh(): void
  /** Work that can wait until an answer is shown: looking at every file when that is due, joining small segments. */
  maintain(): void
}
