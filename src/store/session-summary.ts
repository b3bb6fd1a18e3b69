import type { RecordSource } from '../conversation/record.ts'

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
  /** The file it was imported from is not there any more: when that was first seen. */
  readonly sourceGoneAt?: number | undefined
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
