import type { Disk } from '../../disk/disk.ts'

/** A file that may be read. */
export interface ScannedFile {
  /** Absolute. */
  readonly path: string
  /** The root it was found under: one of the given paths, absolute. */
  readonly root: string
  /** Relative to its root, with `/` between names; the file's own name for a root that is a file. */
  readonly shown: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number
  /** Another one whenever the file may have changed. */
  readonly stamp: string
}

/** Why something was left out. A folder that is left out stands for everything in it. */
export type SkipReason = 'ignored' | 'binary' | 'too-large' | 'unreadable' | 'link' | 'over-limit'

export interface SkippedFile {
  /** Absolute. */
  readonly path: string
  readonly reason: SkipReason
}

export interface ScanLimits {
  /** Files that are taken; the others are `over-limit`. */
  readonly files: number
  /** Bytes of all files that are taken. */
  readonly bytes: number
  /** Bytes of one file; a larger one is `too-large`. */
  readonly fileBytes: number
}

export interface ScanOptions {
  readonly limits: ScanLimits
  /** Whether a file is text, where that is known without a look; when it gives undefined its first bytes are read. */
  readonly isText?: (file: ScannedFile) => boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Told how many files were met so far, each time a folder is done. */
  readonly onProgress?: (files: number) => void
}

export interface Scan {
  /** In the order of the roots, by path. */
  readonly files: readonly ScannedFile[]
  readonly skipped: readonly SkippedFile[]
}

/**
 * Looks at files and folders: what is in them, without what a `.gitignore` or its name leaves out, links, and what is no
 * text.
 *
 * @param paths absolute
 * @throws ChatCliError `not-found` for a path that is not there, `refused` for one that is a link or neither file nor
 *   folder; the reason of `signal` when that is aborted
 */
export function scanFiles(_disk: Disk, _paths: readonly string[], _options: ScanOptions): Scan {
  return { files: [], skipped: [] }
}
