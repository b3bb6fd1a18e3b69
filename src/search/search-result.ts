import type { RecordState } from '../conversation/record.ts'

/** How a session qualified: it has `all` weighty words, `most` or `any` of them, or it is simply `recent`. */
export type Tier = 'all' | 'most' | 'any' | 'recent'

/** A piece of a snippet that matched. Offsets are UTF-16 code units into the snippet's text. */
export interface SnippetMatch {
  readonly start: number
  readonly end: number
  readonly term: string
}

/** What one term of a query adds to a score: `weight · idf · saturation`. */
export interface TermScore {
  /** The word as typed. */
  readonly typed: string
  /** The entry of the index: a stem, `=` and an exact form, a pair of characters, or a beginning with `*`. */
  readonly term: string
  readonly weight: number
  readonly idf: number
  /** Occurrences; in a message with a share of those beside it, in a session with those in its title counted twice. */
  readonly tf: number
  /** Length in tokens as a share of the average one. */
  readonly length: number
  readonly score: number
}

/** Where the score of a message comes from: the sum of its terms and of what stands together, times the session's score. */
export interface MessageExplanation {
  readonly terms: readonly TermScore[]
  readonly adjacency: number
}

/**
 * Where the score of a session comes from:
 * `(0.6 · messages + 0.4 · session) · coverage · time · recency · named`.
 */
export interface SessionExplanation {
  /** Decayed sum of its messages' scores. */
  readonly messages: number
  /** Score of the session as one text: the sum of its terms. */
  readonly session: number
  readonly terms: readonly TermScore[]
  /** Share of the query's weight that the session holds, to the power of 0.8. */
  readonly coverage: number
  /** Above 1 when something was said at the time asked for. */
  readonly time: number
  readonly recency: number
  /** Below 1 for a session that nobody named. */
  readonly named: number
}

/** A word nobody wrote, and the one that was read instead. */
export interface Suggestion {
  readonly typed: string
  readonly read: string
}

export interface MessageHit {
  readonly position: number
  readonly role: string
  /** ISO 8601, UTC. */
  readonly at: string | undefined
  readonly approximate: boolean
  readonly toolName: string | undefined
  readonly state: RecordState
  readonly score: number
  readonly snippet: { readonly text: string; readonly matches: readonly SnippetMatch[] }
  /** When asked for with `explain`. */
  readonly explanation?: MessageExplanation
}

export interface SessionHit {
  readonly name: string
  readonly title: string
  readonly id: string
  /** The same for all sessions that were forked from one another. */
  readonly family: string
  readonly score: number
  readonly tier: Tier
  /** Query words, as typed, that the session does not contain, and a time asked for when nothing was said then. */
  readonly missing: readonly string[]
  /** How many messages hold at least one weighty word. */
  readonly matches: number
  /** ISO 8601, UTC: the newest message. */
  readonly updatedAt: string
  readonly machine: boolean
  readonly source: string | undefined
  /** The strongest messages, best first, at most the asked number of snippets. */
  readonly messages: readonly MessageHit[]
  /** Other sessions that hold the same messages (forks, copies, answers of this memory that quote it). */
  readonly alsoIn: readonly string[]
  /** True when only answers of this memory matched in it: it repeats something that is no longer there. */
  readonly echo?: true
  /** When asked for with `explain`. */
  readonly explanation?: SessionExplanation
}

/** A time range a query asked for. */
export interface TimeRange {
  /** The words that were read as a time. */
  readonly phrase: string
  /** ISO 8601, UTC; `from` is inside the range, `to` is not. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** True when messages outside are left out, false when messages inside are merely preferred. */
  readonly hard: boolean
}

export interface SearchResult {
  readonly query: string
  readonly sessions: readonly SessionHit[]
  /** How many sessions qualified, of which `sessions` are the best. */
  readonly total: number
  readonly times: readonly TimeRange[]
  /** Words that no message contains, and that no other was read for. */
  readonly unknown: readonly string[]
  /** "Did you mean": words that no message contains, with what the answer is about instead. */
  readonly suggestions?: readonly Suggestion[]
  /** How much of the store the answer covers. */
  readonly coverage: {
    readonly sessions: number
    readonly indexed: number
    readonly messages: number
    /** What could not be read, by session. */
    readonly unreadable: readonly { readonly name: string; readonly reason: string }[]
    /** Names of found sessions that are not sealed, in a sealed home: somebody without the key may have written them. */
    readonly unsealed?: readonly string[]
  }
}

export interface SearchOptions {
  /** Snippets per session, 1 to 20; 3 when not given. */
  readonly limit?: number
  /** Sessions in the answer, 1 to 200; 10 when not given. */
  readonly sessions?: number
  /** Only sessions that contain every weighty word. */
  readonly strict?: boolean
  /** Hard bounds on message times, in addition to what the query says; milliseconds since the epoch. */
  readonly after?: number
  readonly before?: number
  /** Only this session, or names matching a pattern with `*`. */
  readonly in?: string
  /** Only conversations imported from this tool. */
  readonly source?: string
  readonly role?: string
  /** Sessions to leave out, by name (a live conversation, say). */
  readonly exclude?: readonly string[]
  /** Only the sessions in which something was said last, so many of them. */
  readonly newest?: number
  /** Also messages that a hand edit removed. */
  readonly removed?: boolean
  /**
   * Answer at once, from the index as it is at this moment: nothing is looked at or indexed, and no session is read
   * whole. Without an index nothing is found; what was said since may be missing, what was deleted since may be named.
   */
  readonly asIs?: boolean
  /** Say for each hit where its score comes from. */
  readonly explain?: boolean
  /** Takes something out of texts, secrets say; it is given each whole, before a snippet is cut from it. */
  readonly clean?: (text: string) => string
  /** The moment "last week" is relative to, milliseconds since the epoch. */
  readonly now?: number
  /** IANA zone of the person asking; the machine's when not given. */
  readonly timeZone?: string
  readonly signal?: AbortSignal
}

export interface PageMessage {
  readonly position: number
  readonly role: string
  /** Masked for system messages, cut at a grapheme boundary when long. */
  readonly text: string
  readonly at: string | undefined
  readonly approximate: boolean
  readonly toolName: string | undefined
  readonly state: RecordState
  /** Length of the whole text in UTF-16 code units when `text` was cut. */
  readonly cutFrom: number | undefined
  /** What the message asked tools to do, when it did; not told of messages whose text is masked. */
  readonly toolCalls?: readonly {
    readonly id: string
    readonly name: string
    /** Compact JSON, cut at a grapheme boundary when long. */
    readonly arguments: string
    /** As of the message, for `arguments`. */
    readonly cutFrom: number | undefined
  }[]
}

export interface Page {
  readonly name: string
  readonly title: string
  readonly id: string
  /** Messages in the whole record. */
  readonly total: number
  /** Position of the first message of the page; `total` when it is past the end. */
  readonly offset: number
  readonly messages: readonly PageMessage[]
  /** Where the next page starts, undefined at the end. */
  readonly nextOffset: number | undefined
  /** The message a query centred the page on. */
  readonly centredOn: number | undefined
}

export interface PageOptions {
  /** First position, 0 when not given; a negative one is 0, one past the end gives an empty page. */
  readonly offset?: number
  /** Messages on the page, 1 to 200; 20 when not given. */
  readonly limit?: number
  /** Centre the page on the message that answers this best. */
  readonly query?: string
  /** Show just this message, whole. */
  readonly message?: number
  readonly removed?: boolean
  /** Refuses a session that was imported from one of these tools, in lower case. */
  readonly hiddenSources?: readonly string[]
  /** False refuses a private session. */
  readonly private?: boolean
  /**
   * Cut longer messages, and arguments of tool calls, to this many UTF-16 code units; when not given, role tool and
   * arguments are cut to 600, others to 2000.
   */
  readonly cut?: number
  /** Takes something out of texts, secrets say; it is given each whole, before it is cut. */
  readonly clean?: (text: string) => string
  readonly now?: number
  readonly timeZone?: string
}
