import type { Message } from './conversation/message.ts'
import type { ExportFormat } from './conversation/export-record.ts'
import type { ConversationRecord, Damage, RecordSource } from './conversation/record.ts'
import type { ContextsApi } from './contexts/contexts-api.ts'
import type { ImportMachine } from './importers/importer.ts'
import type {
  FoundTool,
  ImportProgress,
  ImportResult,
  ImportsApi,
  RunImportOptions,
  WatchImportOptions,
} from './importers/imports-api.ts'
import type { IndexApi, IndexProgress, IndexReport, IndexStatus } from './indexing/index-status.ts'
import type { Page, PageOptions, SearchOptions, SearchResult } from './search/search-result.ts'
import type { LiveConversation } from './store/live-conversation.ts'
import type { LoadNote } from './store/load-note.ts'
import type { ListOptions, SessionList, SessionSummary } from './store/session-summary.ts'
import type { UnsavedConversation } from './store/unsaved.ts'
import type { HomeInspection } from './store/storage/inspect-home.ts'
import type { StoreLine } from './store/storage/look-at-stores.ts'
import type { PruneItem, PruneReason } from './store/storage/prune-item.ts'
import type {
  ClockReport,
  PruneResult,
  StorageApi,
  StorageReport,
  TrashItem,
} from './store/storage/storage-api.ts'
import type { LogPlace, ReadChanges } from './store/read-changes.ts'
import type { TranscriptStats } from './store/transcript-stats.ts'

export type { ContextsApi }
export type { FoundTool, ImportMachine, ImportProgress, ImportResult, RunImportOptions, WatchImportOptions }
export type { ExportFormat, IndexApi, IndexProgress, IndexReport, IndexStatus }
export type {
  ClockReport,
  HomeInspection,
  PruneItem,
  PruneReason,
  PruneResult,
  StorageApi,
  StorageReport,
  StoreLine,
  TrashItem,
}
export type { LogPlace, ReadChanges }
export type { ListOptions, SessionList, SessionSummary, TranscriptStats, UnsavedConversation }

export interface SaveOptions {
  /** Take the place of another conversation of that name, which goes to the trash. */
  readonly force?: boolean
  readonly title?: string
  readonly source?: RecordSource
  /** How to name the content in an error, for example the path it was read from. */
  readonly where?: string
}

/** A session as it stands: its window, and what should be told about it. */
export interface LoadedSession {
  readonly name: string
  readonly id: string
  readonly title: string
  readonly messages: readonly Message[]
  readonly notes: readonly LoadNote[]
  readonly damage: readonly Damage[]
}

export interface TrashEntry {
  /** Name of its folder in the trash. */
  readonly entry: string
  readonly name: string
  readonly id: string
  readonly reason: string
  readonly deletedAt: number
}

export interface SessionsApi {
  /** @throws ChatCliError `storage` */
  list(options?: ListOptions): SessionList
  exists(name: string): boolean
  /** One of the list, without looking at the others. @throws ChatCliError `not-found`, `storage` */
  summary(name: string): SessionSummary
  /** @param options.asOf without the newer lines of the transcript; @throws ChatCliError `not-found`, `damaged`, `newer-version` */
  load(name: string, options?: { readonly asOf?: boolean }): LoadedSession
  /** Everything ever said in it. @throws as `load` */
  record(name: string): ConversationRecord
  /**
   * Saves a conversation under a new name.
   *
   * @param content messages, or the text of a file: a session of any version up to 2, a bare array, messages line by line, or ShareGPT form
   * @throws ChatCliError `invalid-name`, `exists` without `force`, `usage` or `damaged` for content that is none, `storage`
   */
  save(name: string, content: readonly Message[] | string, options?: SaveOptions): SessionSummary
  /** A new conversation to append to; nothing is written before its first message. */
  create(options?: { readonly name?: string }): LiveConversation
  /** Goes on with a session. @throws as `load` */
  open(name: string): LiveConversation
  /**
   * Goes on with what a session says in a conversation of its own that has no name, and leaves the session as it is. So
   * an import is gone on with, which grows with its source.
   *
   * @param options.as a name for it, under which it is saved once something was said; @throws as `load`, `exists`
   */
  branch(name: string, options?: { readonly as?: string }): LiveConversation
  /**
   * Brings what was said in a branch back to its session.
   *
   * @returns the session, to go on with; @throws as `load`, and `storage`
   */
  rejoin(branch: LiveConversation, name: string): LiveConversation
  /** The conversations that were never saved, newest first. */
  unsaved(): readonly UnsavedConversation[]
  /** Takes up one of them again. @param name as `unsaved` or `list` call it; @throws as `load` */
  recover(name: string): LiveConversation
  /**
   * Ends the turns whose writers died in the middle, and keeps what had come of their answers.
   *
   * @returns how many; @throws ChatCliError `storage`
   */
  finishCutOff(live: LiveConversation): number
  /** Ends a conversation that was never saved, and moves what there is of it to the trash. @throws ChatCliError `storage` */
  discard(live: LiveConversation): void
  /** @throws ChatCliError `not-found`, `invalid-name`, `exists` */
  rename(from: string, to: string): SessionSummary
  fork(from: string, to: string): SessionSummary
  /** Moves it to the trash, or with `purge` removes it for good, from the trash too. */
  delete(name: string, options?: { readonly purge?: boolean }): { readonly entry: string | undefined }
  /** @param options.as another name; @throws ChatCliError `not-found`, `exists` */
  restore(name: string, options?: { readonly as?: string }): SessionSummary
  trash(): readonly TrashEntry[]
}

export interface ExportedText {
  readonly text: string
  readonly entries: number
  /** `journal` when the transcript was read, `live history` when there is none. */
  readonly source: 'journal' | 'live history'
}

export interface TranscriptsApi {
  /** Ranks the messages of one session. */
  search(name: string, query: string, options?: { readonly limit?: number }): SearchResult
  stats(name: string): TranscriptStats
  /** The whole record as text. JSON Lines are lossless and can be saved again; ShareGPT form can, without ids and times; Markdown is for reading. */
  export(name: string, format: ExportFormat): ExportedText
}

/** Text that a compaction put away, by its recall key. */
export interface ArchiveApi {
  /**
   * Keeps a text, on the disk when this returns; in memory when transcripts are off.
   *
   * @returns its recall key; undefined for a text that is too long to be kept
   * @throws ChatCliError `storage`
   */
  put(text: string): string | undefined
  /** The key that {@link put} would give; nothing is kept. @throws ChatCliError `storage` */
  keyOf(text: string): string | undefined
  /**
   * The text of a recall key, from the archive, or made again from the transcript of a conversation; undefined when there
   * is none any more.
   *
   * @throws ChatCliError `storage`
   */
  get(key: string, options?: { readonly from?: LiveConversation }): string | undefined
}

/** The memory of all conversations in one home folder. Calls are synchronous; reading ones are safe at any time. */
export interface ChatCli {
  readonly sessions: SessionsApi
  readonly transcripts: TranscriptsApi
  search(query: string, options?: SearchOptions): SearchResult
  /** @throws as `sessions.load` */
  page(name: string, options?: PageOptions): Page
  /**
   * Hints at what was written since, by whatever process; one look at a file when nothing was. They may be incomplete,
   * and say so. Never throws.
   *
   * @param since what this gave before; from now on, when not given
   */
  changes(since?: LogPlace): ReadChanges
  readonly index: IndexApi
  readonly archive: ArchiveApi
  /** What lies in the home, how long it stays, and what goes. Loaded when it is first asked for. */
  storage(): Promise<StorageApi>
  /** Files that go along with conversations. They are loaded when they are first asked for. */
  contexts(): Promise<ContextsApi>
  /** Histories that other tools keep on this machine. Loaded when it is first asked for. */
  imports(): Promise<ImportsApi>
}
