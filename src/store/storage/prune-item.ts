import type { TrashedSession } from '../trash.ts'
import type { Expired, JudgedFile } from '../retention/find-expired.ts'

/**
 * Why something goes. `ttl`: past its time; `keep`: there are too many; `orphan`: what it belonged to is gone;
 * `burst`: many of one minute, as tests leave them; `stray`: a temp file of a process that was stopped; `cap`: the
 * archive is too large; `trash-age`: it was in the trash long enough.
 */
export type PruneReason = 'ttl' | 'keep' | 'orphan' | 'burst' | 'stray' | 'cap' | 'trash-age'

/** In the order they are shown. */
export const pruneReasons: readonly PruneReason[] = [
  'ttl',
  'keep',
  'orphan',
  'burst',
  'stray',
  'cap',
  'trash-age',
]

/** Something that the rules would remove now. */
export interface PruneItem {
  readonly store: string
  readonly reason: PruneReason
  /** What a person knows it by. */
  readonly name: string
  readonly files: number
  readonly bytes: number
  /** What the rule went by, milliseconds since the epoch; undefined for what has no time. */
  readonly at: number | undefined
}

/** How it goes: into the trash, out of the trash, or just away. */
export type PlannedItem = PruneItem &
  (
    | { readonly how: 'to-trash'; readonly expired: Expired }
    | { readonly how: 'from-trash'; readonly entry: TrashedSession }
    | { readonly how: 'unmade-entry'; readonly entry: string }
    | { readonly how: 'remove'; readonly paths: readonly JudgedFile[]; readonly folders: readonly string[] }
  )
