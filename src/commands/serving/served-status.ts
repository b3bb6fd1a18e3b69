import type { Mode } from '../../agent/turn.ts'

/** How a conversation of a client stands. */
export interface ServedStatus {
  readonly id: string
  /** The named session it is bound to. */
  readonly session: string | undefined
  /** The rolling copy it is kept in while it is bound to none, `mcp-<id>`; undefined while there is none. */
  readonly mirror: string | undefined
  /** Messages in the window. */
  readonly messages: number
  readonly mode: Mode
  /** Absolute path. */
  readonly cwd: string
  readonly title: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** A turn is being taken. */
  readonly isBusy: boolean
}
