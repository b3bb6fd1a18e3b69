/** A message of the labelled data. */
export interface EvalMessage {
  readonly role: string
  readonly content: string
  /** ISO 8601. */
  readonly created_at?: string
}

export interface EvalSession {
  readonly name: string
  /** Sessions of one corpus form one store. */
  readonly corpus: string
  readonly conversation: string
  readonly messages: readonly EvalMessage[]
}

export interface EvalQuery {
  readonly id: string
  /** The kind of query, such as `question` or `keywords`. */
  readonly set: string
  readonly query: string
  readonly corpus: string
  readonly conversation: string
  /** Names of the sessions that answer it. */
  readonly gold: readonly string[]
  /** Messages that answer it: session and 0-based position. */
  readonly turns: readonly (readonly [session: string, position: number])[]
}

export interface EvalData {
  readonly sessions: readonly EvalSession[]
  readonly queries: readonly EvalQuery[]
}
