import type { ImportMachine, SkipReason } from './importer.ts'
import type { GoneCount } from './note-gone.ts'

/** Something that was not taken, and why. */
export interface SkippedImport {
  /** Undefined for a file of which nobody knows whose it is. */
  readonly tool: string | undefined
  /** Absolute path of the foreign file. */
  readonly path: string
  /** Bytes from its beginning; undefined when the whole file is meant. */
  readonly offset: number | undefined
  readonly reason: SkipReason | 'purged' | 'in-trash' | 'not-writable' | 'not-a-history'
  readonly detail: string | undefined
}

/** What there is of one tool on a machine, without reading it. */
export interface FoundTool {
  readonly tool: string
  readonly label: string
  /** Absolute paths that were looked below. */
  readonly places: readonly string[]
  /** Files, databases, exports that hold conversations. */
  readonly units: number
  readonly bytes: number
  /** Milliseconds since the epoch: when one was changed last; undefined without any. */
  readonly newestAt: number | undefined
  /** Units that were never read, or changed since; and how many bytes they are. */
  readonly fresh: number
  readonly freshBytes: number
  /** Days after which the tool deletes what was not changed since; undefined when it does not. */
  readonly keepsDays: number | undefined
  /** How many of the fresh units it will delete within a week, if it has not yet. */
  readonly going: number
}

/** What an import did with one tool. `units` = `imported` + `unchanged` + `skipped`. */
export interface ImportedTool {
  readonly tool: string
  readonly label: string
  readonly units: number
  /** Units that gave something new. */
  readonly imported: number
  readonly unchanged: number
  /** Units that gave nothing, for a reason that `skips` tells. */
  readonly skipped: number
  /** Sessions that were made, and that were added to. */
  readonly newSessions: number
  readonly grownSessions: number
  readonly newMessages: number
}

export interface ImportResult {
  readonly tools: readonly ImportedTool[]
  /** Everything that was left out, of units that were imported too. */
  readonly skips: readonly SkippedImport[]
  /** It was stopped before the end; the next import goes on from there. */
  readonly isStopped: boolean
  /**
   * Sessions whose files their tools have deleted, and of how many of them that is new. Undefined when not all places were
   * looked at, or nothing is to be written.
   */
  readonly gone: GoneCount | undefined
}

export interface ImportProgress {
  readonly label: string
  /** Bytes of foreign files that were looked at, and of all that are to be. */
  readonly doneBytes: number
  readonly totalBytes: number
  readonly newSessions: number
}

export interface ImportSelection {
  /** Absolute paths; the places of the tools on the machine when none is given. */
  readonly paths?: readonly string[]
  /** The only tool that is looked for. */
  readonly tool?: string
  /** Milliseconds since the epoch: units that were not changed since are left alone. */
  readonly since?: number
}

export interface RunImportOptions extends ImportSelection {
  /** Reads everything again, also what did not change. */
  readonly all?: boolean
  /** Finds out what would be new, and writes nothing. */
  readonly dryRun?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops it; what was read to its end is kept. */
  readonly signal?: AbortSignal
  /** Called often, to let everything else in this process go on. */
  readonly pause?: () => Promise<void>
  /** Sessions after which what is written is put in place, 500 when not given: fewer are sooner found, and cost more. */
  readonly batch?: number
  /** Units with more new bytes than this are left for another time. */
  readonly mostUnitBytes?: number
}

export interface WatchImportOptions extends ImportSelection {
  /** Ends it; what was read to its end is kept. */
  readonly signal: AbortSignal
  /** Waits so many milliseconds, less when the signal is given. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** As in {@link RunImportOptions}. */
  readonly pause?: () => Promise<void>
  /** Told what came of each pass that gave something new, or left something out that was not told before. */
  readonly onPass: (result: ImportResult) => void
  /** Told of what stopped a pass; the next one is tried all the same. */
  readonly onError: (error: unknown) => void
}

/** Histories of other tools, and what was taken of them. They are only ever read. */
export interface ImportsApi {
  /** Tools that can be imported, as `--tool` takes them. */
  readonly tools: readonly string[]
  /**
   * What there is to import. Of several paths those that nobody claims are left out.
   *
   * @throws ChatCliError `usage` for a tool nobody knows, `not-found` for a path that is not there, or when nobody claims
   *   any of those that are named
   */
  find(machine: ImportMachine, selection?: ImportSelection): readonly FoundTool[]
  /**
   * Makes a session of each conversation, and adds to those there are what is new. A session that was purged stays so.
   *
   * @throws as {@link find}, and ChatCliError `storage`; what was read before is kept
   */
  run(machine: ImportMachine, options?: RunImportOptions): Promise<ImportResult>
  /**
   * Imports what is new, again and again, until the signal is given: tools that go on writing, and those that begin to.
   *
   * @throws as {@link find}, when it begins
   */
  watch(machine: ImportMachine, options: WatchImportOptions): Promise<void>
  /**
   * Notes that a session was written as a conversation of a tool: when that is imported, it is of the same family, and a
   * search shows what both of them say once.
   *
   * @param family see `ConversationRecord.family`
   * @throws ChatCliError `storage`
   */
  noteExport(exported: { readonly tool: string; readonly id: string; readonly family: string }): void
  /** Labels of the tools that have a place on a machine, without looking into it. */
  present(machine: ImportMachine): readonly string[]
}
