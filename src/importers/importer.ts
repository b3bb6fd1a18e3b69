import type { Message } from '../conversation/message.ts'
import type { Disk } from '../disk/disk.ts'

/** The machine that is looked at: all that an importer may know of it. Nothing is ever written to it. */
export interface ImportMachine {
  readonly disk: Disk
  /** The person's own folder, absolute. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** Milliseconds since the epoch. Only to tell whether a file is still being written, never the time of a message. */
  readonly now: () => number
}

/** Something that is read on its own: a file with a conversation, a database, an export. */
export interface ImportUnit {
  readonly tool: string
  /** Absolute path. */
  readonly path: string
  /** Stays the same while the unit grows or moves to an archive folder. */
  readonly key: string
  readonly bytes: number
  readonly mtimeMs: number
  /** Native id of its conversation when name or place tell it. */
  readonly id?: string
}

/** What is known of a conversation beside its messages. Later facts complete and correct earlier ones. */
export interface ImportFacts {
  /** Native. */
  readonly id: string
  readonly title?: string
  readonly cwd?: string
  readonly branch?: string
  readonly model?: string
  /** Native id of the conversation it came from. */
  readonly parent?: string
  readonly kind?: 'sub-agent' | 'fork'
  /** Milliseconds since the epoch. */
  readonly startedAt?: number
  readonly updatedAt?: number
  /** What is read is all of it, as it was at that time: an older state says nothing of what was said since. */
  readonly isSnapshot?: true
}

export interface ImportedMessage {
  /** Role, content, tool calls, `tool_call_id`, images by name, meta; no id and no time. */
  readonly message: Message
  /** Unique in the conversation. */
  readonly nativeId?: string
  /** What names one without an id, see `wordsCounter`: known to whoever reads its conversation piece by piece. */
  readonly words?: string
  /** Milliseconds since the epoch; undefined when the format does not tell, never "now". */
  readonly at?: number
  readonly quality: 'exact' | 'minute' | 'session' | 'none'
  readonly branch: 'active' | 'abandoned' | 'undone'
  /** Anything but `text` was neither typed nor answered, so that a comparison can leave it out. */
  readonly sort: 'text' | 'thinking' | 'tool-call' | 'tool-result' | 'summary' | 'other'
}

/**
 * Why something was not taken. `unfinished`: it is still being written, a later read takes it. `unknown`: a kind of
 * entry that no known version of the tool writes. `copy`: it stands elsewhere and is taken from there.
 */
export type SkipReason =
  | 'damaged'
  | 'unfinished'
  | 'unreadable'
  | 'encrypted'
  | 'empty'
  | 'unknown'
  | 'copy'
  | 'probe'
  | 'cut'

export type ImportEvent =
  | { readonly kind: 'facts'; readonly facts: ImportFacts }
  | {
      readonly kind: 'messages'
      /** Native id. */
      readonly conversation: string
      readonly messages: readonly ImportedMessage[]
    }
  | {
      readonly kind: 'skipped'
      readonly path: string
      /** Bytes from the beginning of the file. */
      readonly offset?: number
      readonly reason: SkipReason
      readonly detail?: string
    }
  /** Everything before is read; a later read can go on from here. */
  | { readonly kind: 'cursor'; readonly cursor: ImportCursor }

/** What `cursorAt` makes of a file, plus what the format needs. It is stored as JSON. */
export type ImportCursor = Readonly<Record<string, unknown>>

export interface ReadOptions {
  /** Of an earlier read of the same unit; what does not fit any more is ignored, and everything is read again. */
  readonly from?: ImportCursor
  readonly signal?: AbortSignal
}

/** One tool's history. Foreign data is only ever read. */
export interface Importer {
  readonly tool: string
  /** As its maker writes it. */
  readonly label: string
  readonly capabilities: {
    /** A read can go on from a cursor. */
    readonly incremental: boolean
    /** A conversation can be written back so that the tool goes on with it. */
    readonly resumes: boolean
    /** A native message id that stands in two conversations is one message and its copy. */
    readonly copies?: boolean
    /** In a copy of a conversation messages have other ids, but the times and the words of those they were made of. */
    readonly copiesByWords?: boolean
    /** Ids belong to a place: two conversations of one id in two places, with no message in common, are two. */
    readonly idsByPlace?: boolean
    /** A conversation may stand in two stores, of which one gives its messages no ids. */
    readonly twoStores?: boolean
    /**
     * What it reads lies among anything else: exports of a service, which tell whose they are; or whatever looks like a
     * conversation. Undefined for a tool that has a place of its own.
     */
    readonly among?: 'exports' | 'anything'
  }
  /** Places that exist. */
  roots(machine: ImportMachine): readonly string[]
  /** Whether a path a person names is of this tool. */
  claims(machine: ImportMachine, path: string): boolean
  /**
   * What there is below a root, from stats and names only.
   *
   * @param root of {@link roots}, or a path that {@link claims} takes: also a single file
   */
  units(machine: ImportMachine, root: string): Iterable<ImportUnit>
  /**
   * Native id of the first message of a unit, at a glance: units that begin with the same one are copies of one another.
   * Undefined when a glance does not tell.
   */
  readonly head?: ((machine: ImportMachine, unit: ImportUnit) => string | undefined) | undefined
  /**
   * Reads a unit, in batches of about 1 MB at most. A message is yielded once its branch is known, or again with another
   * branch under its native id. What cannot be read is skipped and told; it never throws for what a file holds.
   */
  read(machine: ImportMachine, unit: ImportUnit, options: ReadOptions): AsyncIterable<ImportEvent>
}
