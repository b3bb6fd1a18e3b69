import type { Message } from './conversation/message.ts'
import type { ConversationRecord, Damage, RecordSource } from './conversation/record.ts'
import type { Page, PageOptions, SearchOptions, SearchResult } from './search/search-result.ts'
import type { LiveConversation } from './store/live-conversation.ts'
import type { LoadNote } from './store/load-note.ts'

/** What a list shows of a session. Times are milliseconds since the epoch. */
export interface SessionSummary {
  readonly name: string
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Messages in the window. */
  readonly messages: number
  /** Bytes of the session file, or of the transcript when there is no session file. */
  readonly size: number
  /** The program named it itself and nobody claimed it since. */
  readonly machine: boolean
  readonly private: boolean
  readonly pinned: boolean
  readonly source: RecordSource | undefined
  readonly transcriptId: string | undefined
  /** A transcript whose conversation was never saved: it ended without a goodbye. */
  readonly interrupted: boolean
}

export interface ListOptions {
  /** `recent` (newest first) when not given. */
  readonly sort?: 'recent' | 'name' | 'size'
  readonly limit?: number
  /** Only conversations imported from this tool. */
  readonly source?: string
  /** Machine sessions too; true when not given. */
  readonly machine?: boolean
}

export interface SessionList {
  readonly sessions: readonly SessionSummary[]
  /** How many there are without the limit. */
  readonly total: number
  /** Files in the sessions folder that cannot be read as sessions; they are left alone. */
  readonly unreadable: readonly { readonly name: string; readonly code: string; readonly reason: string }[]
}

export interface SaveOptions {
  /** Take the place of another conversation of that name, which goes to the trash. */
  readonly force?: boolean
  readonly title?: string
  readonly source?: RecordSource
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
  /** @param options.asOf without the newer lines of the transcript; @throws ChatCliError `not-found`, `damaged`, `newer-version` */
  load(name: string, options?: { readonly asOf?: boolean }): LoadedSession
  /** Everything ever said in it. @throws as `load` */
  record(name: string): ConversationRecord
  /**
   * Saves a conversation under a new name.
   *
   * @param content messages, or the text of a file: a session of any version up to 2, a bare array, or messages line by line
   * @throws ChatCliError `invalid-name`, `exists` without `force`, `usage` or `damaged` for content that is none, `storage`
   */
  save(name: string, content: readonly Message[] | string, options?: SaveOptions): SessionSummary
  /** A new conversation to append to; nothing is written before its first message. */
  create(options?: { readonly name?: string }): LiveConversation
  /** Goes on with a session. @throws as `load` */
  open(name: string): LiveConversation
  /** @throws ChatCliError `not-found`, `invalid-name`, `exists` */
  rename(from: string, to: string): SessionSummary
  fork(from: string, to: string): SessionSummary
  /** Moves it to the trash, or with `purge` removes it for good, from the trash too. */
  delete(name: string, options?: { readonly purge?: boolean }): { readonly entry: string | undefined }
  /** @param options.as another name; @throws ChatCliError `not-found`, `exists` */
  restore(name: string, options?: { readonly as?: string }): SessionSummary
  trash(): readonly TrashEntry[]
}

export interface TranscriptStats {
  readonly name: string
  readonly id: string | undefined
  readonly source: 'journal' | 'live history'
  readonly messages: number
  readonly byRole: Readonly<Record<string, number>>
  /** Messages that are not in the window any more. */
  readonly compacted: number
  readonly rewound: number
  readonly removed: number
  readonly missing: number
  readonly rewrites: number
  readonly writers: number
  /** Bytes of the transcript file, 0 without one. */
  readonly bytes: number
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  readonly damage: readonly Damage[]
}

export type ExportFormat = 'md' | 'jsonl'

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
  /** The whole record as text. JSON Lines are lossless and can be saved again; Markdown is for reading. */
  export(name: string, format: ExportFormat): ExportedText
}

/** The memory of all conversations in one home folder. Calls are synchronous; reading ones are safe at any time. */
export interface ChatCli {
  readonly sessions: SessionsApi
  readonly transcripts: TranscriptsApi
  search(query: string, options?: SearchOptions): SearchResult
  /** @throws as `sessions.load` */
  page(name: string, options?: PageOptions): Page
}
