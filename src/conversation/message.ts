/** The four roles of the published format. A message read from a file may carry another word; it is kept as it is. */
export type Role = 'user' | 'assistant' | 'system' | 'tool'

export interface ToolCall {
  readonly id: string
  readonly type?: string
  readonly name: string
  readonly arguments?: unknown
  /** The text the model wrote, when it differs from `arguments`. */
  readonly raw?: string
}

export interface MessageImage {
  readonly media_type?: string
  /** Base64. */
  readonly data?: string
  readonly url?: string
  readonly file_name?: string
}

export interface MessageMeta {
  readonly is_summary?: boolean
  /** How many messages the summary stands for. */
  readonly summary_of?: number
  readonly mode?: 'chat' | 'agent' | 'coder' | (string & {})
  readonly preserve_verbatim?: boolean
  readonly [key: string]: unknown
}

/**
 * One entry of a conversation, with the field names of the session file (format version 2).
 * Fields this program does not know are kept as they came.
 */
export interface Message {
  readonly role: Role | (string & {})
  readonly content: string
  readonly meta?: MessageMeta
  readonly tool_calls?: readonly ToolCall[] | null
  readonly tool_call_id?: string
  readonly images?: readonly MessageImage[]
  readonly is_error?: boolean
  readonly error_code?: string
  /** Unique for ever; a retried append under the same id is stored once. */
  readonly id?: string
  /** ISO 8601 with milliseconds, UTC. */
  readonly created_at?: string
  readonly [key: string]: unknown
}
