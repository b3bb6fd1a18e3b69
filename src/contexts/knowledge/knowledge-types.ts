/** What a knowledge base is made from. */
export interface KnowledgeDefinition {
  /** Letters, digits, `-`, `_`: names its folder. Never used again for another base. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** Absolute paths: folders, files, and `.jsonl` files with a document on each line. */
  readonly paths: readonly string[]
}

/** How far a base got while it is brought up to date. */
export interface KnowledgeProgress {
  /** Documents done, and those that have to be. */
  readonly done: number
  readonly total: number
  /** Text indexed so far, UTF-16 code units. */
  readonly text: number
}

export interface KnowledgeRefreshOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: KnowledgeProgress) => void) | undefined
}

/** What bringing a base up to date found. */
export interface KnowledgeRefresh {
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Documents that are as they were. */
  readonly same: number
  /** What was left out, by reason. `bad-line`: a line of a JSONL file that is no document. */
  readonly skipped: Readonly<Record<string, number>>
}

/** Where a base comes from, for its card. */
export interface KnowledgeOrigin {
  readonly repoUrl?: string | undefined
  readonly commit?: string | undefined
}

export interface KnowledgeStatus {
  readonly documents: number
  readonly passages: number
  /** UTF-16 code units. */
  readonly text: number
  /** Bytes of its index on the disk. */
  readonly bytes: number
  /** Milliseconds since the epoch; undefined when it was never brought up to date, or that was cut off. */
  readonly refreshedAt: number | undefined
  readonly skipped: Readonly<Record<string, number>>
}

export interface KnowledgeSearchOptions {
  /** Passages, 1 to 30; 8 when not given. */
  readonly topK?: number
  /** Nothing for words of which the base has little: for what nobody asked for. */
  readonly onlyAnswers?: boolean
}

/** A passage that answers a query. */
export interface KnowledgeHit {
  /** 24 hex digits: SHA-256 of path, first line and text of its (first) passage. */
  readonly id: string
  /** Name of the base. */
  readonly base: string
  /** As `get` takes it: relative to the folder of the base, with `/`. */
  readonly source: string
  /** 1-based, both inclusive. */
  readonly startLine: number
  readonly endLine: number
  /** Headings, or declarations, it stands under, outermost first. */
  readonly headings: readonly string[]
  /** Whole; at most 1,200 characters, more where passages that overlap were joined. */
  readonly text: string
  /** At most 360 bytes of UTF-8. */
  readonly snippet: string
  readonly score: number
}

/** Where a page begins: at a byte, or at the beginning of a line (1-based); at the beginning when neither is given. */
export interface KnowledgeGetOptions {
  readonly offset?: number
  readonly line?: number
}

/** Part of a document. */
export interface KnowledgePage {
  readonly source: string
  readonly title: string
  /** Byte offset of its first character, and of the next page; undefined at the end. */
  readonly offset: number
  readonly nextOffset: number | undefined
  /** Bytes of the whole document. */
  readonly total: number
  /** 1-based line of its first character. */
  readonly startLine: number
  /** At most 12,000 bytes. */
  readonly text: string
}

export interface KnowledgeTocEntry {
  /** Ends with `/` for a folder that stands for what is in it. */
  readonly source: string
  /** At most 72 characters; may be empty. */
  readonly title: string
  /** How many are in it, for a folder. */
  readonly documents?: number
  /** Line of a heading, when the contents of one document were asked for. */
  readonly line?: number
}

export interface KnowledgeToc {
  /** At most 200. */
  readonly entries: readonly KnowledgeTocEntry[]
  /** Documents, or headings where those of one document were asked for. */
  readonly total: number
}
