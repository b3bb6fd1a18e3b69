export { openChatCli, type OpenChatCliOptions } from './open-chatcli.ts'
export type {
  ChatCli,
  ClockReport,
  ExportFormat,
  ExportedText,
  FoundTool,
  HomeInspection,
  ImportMachine,
  ImportProgress,
  ImportResult,
  IndexApi,
  IndexProgress,
  IndexReport,
  IndexStatus,
  ListOptions,
  LoadedSession,
  PruneItem,
  PruneReason,
  PruneResult,
  RunImportOptions,
  SaveOptions,
  SessionList,
  SessionSummary,
  SessionsApi,
  StorageApi,
  StorageReport,
  StoreLine,
  TranscriptStats,
  TranscriptsApi,
  TrashEntry,
  TrashItem,
  WatchImportOptions,
} from './chatcli.ts'
export { ChatCliError, type ErrorCode } from './errors.ts'
export type { Message, MessageImage, MessageMeta, Role, ToolCall } from './conversation/message.ts'
export type {
  ConversationRecord,
  Damage,
  RecordMessage,
  RecordSource,
  RecordState,
} from './conversation/record.ts'
export type { Settings } from './conversation/event.ts'
export type { SkipReason } from './importers/importer.ts'
export type { ImportedTool, ImportSelection, ImportsApi, SkippedImport } from './importers/imports-api.ts'
export type { ConversationState, WindowMessage } from './conversation/fold-state.ts'
export type { Disk, FileStat } from './disk/disk.ts'
export type {
  MessageExplanation,
  MessageHit,
  Page,
  PageMessage,
  PageOptions,
  SearchOptions,
  SearchResult,
  SessionExplanation,
  SessionHit,
  SnippetMatch,
  Suggestion,
  TermScore,
  Tier,
  TimeRange,
} from './search/search-result.ts'
export type { Acknowledgement } from './store/acknowledgement.ts'
export type { LiveConversation } from './store/live-conversation.ts'
export type { LiveNotice } from './store/live-notice.ts'
export type { LoadNote } from './store/load-note.ts'
export type {
  ContextFacts,
  ContextRefresh,
  ContextsApi,
  CreateContextOptions,
  ImportContextOptions,
  MergeContextsOptions,
  UpdateContextOptions,
} from './contexts/contexts-api.ts'
export type { Context, ContextFile, ContextHead, ContextMode } from './contexts/context.ts'
