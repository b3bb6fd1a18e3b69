import type { RecordSource } from '../conversation/record.ts'
import type { FileStat } from '../disk/disk.ts'

/** How a file looked when it was read. */
export interface FileStamp {
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly links: number
  /** Milliseconds since the epoch. */
  readonly readAt: number
}

export interface CatalogueRow extends FileStamp {
  readonly name: string
  /** The name in the file, which differs after a rename or a copy by hand. */
  readonly storedName?: string | undefined
  /** Empty for a file that never had one. */
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly messages: number
  readonly machine: boolean
  readonly private: boolean
  readonly pinned: boolean
  /** False when it is certain that nothing is attached to it. */
  readonly mayAttach: boolean
  readonly source?: RecordSource | undefined
  readonly transcriptId?: string | undefined
  /** A transcript without a session. */
  readonly interrupted: boolean
  /** Of such a transcript: whether the session it was last called goes on with it, and how that session's file looked. */
  readonly tie?: { readonly holds: boolean; readonly file: FileStamp } | undefined
}

/** A transcript that belongs to nobody and holds nothing to show. */
export interface EmptyTranscript extends FileStamp {
  readonly id: string
  readonly interrupted?: never
}

export interface UnreadableRow extends FileStamp {
  readonly name: string
  readonly code: string
  readonly reason: string
}

/** A file written to in the same two seconds may have changed since without showing it. */
const SETTLED_MS = 2000

export function stampOf(stat: FileStat, readAt: number): FileStamp {
  const { dev, ino, size, mtimeMs, ctimeMs, links } = stat
  return { dev, ino, size, mtimeMs, ctimeMs, links, readAt }
}

/** True when the file is certainly the one that was read. */
export function sameFile(stamp: FileStamp, stat: Omit<FileStamp, 'readAt'>): boolean {
  return (
    stamp.ino === stat.ino &&
    stamp.size === stat.size &&
    stamp.mtimeMs === stat.mtimeMs &&
    stamp.ctimeMs === stat.ctimeMs &&
    stamp.dev === stat.dev &&
    stamp.links === stat.links &&
    stamp.mtimeMs < stamp.readAt - SETTLED_MS
  )
}
