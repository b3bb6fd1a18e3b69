import type { MessageLocation } from '../../conversation/record.ts'
import type { RecordStamp } from '../../store/record-stamps.ts'
import type { KnowledgeDocument } from './knowledge-document.ts'

/** What there is to read, without reading it. */
export interface FoundDocuments {
  readonly stamps: readonly RecordStamp[]
  /** What was left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** Where the documents of a base come from. */
export interface DocumentSource {
  /** Looks at everything, in small steps. @throws as `scanFiles` */
  find(signal: AbortSignal | undefined): Generator<undefined, FoundDocuments, undefined>
  /** Looks at one document again; undefined when it is gone. */
  stamp(source: string): RecordStamp | undefined
  /** @throws ChatCliError `not-found`, `storage`, or `refused` for what is no text */
  load(source: string): KnowledgeDocument
  /** What stands at a place; undefined when other bytes are there by now. */
  slice(location: MessageLocation): string | undefined
  /** Closes files; it may be used again. */
  close(): void
}
