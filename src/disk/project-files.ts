/** Something in a working folder. */
export interface ProjectEntry {
  /** Relative to the working folder, separated by `/`; `.` for the folder itself. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Bytes; 0 for what is no file. */
  readonly size: number
}

export interface ListedEntry extends ProjectEntry {
  /** Left out of walks: by its name (`.git`, `node_modules`, …) or by a `.gitignore`. */
  readonly isIgnored: boolean
}

export interface ProjectFile extends ProjectEntry {
  readonly kind: 'file'
  /** Changes whenever the file does: for {@link WriteProjectFileOptions.seen}. */
  readonly stamp: string
}

export interface WriteProjectFileOptions {
  /** The stamp of the file as it was last read: when it is another one by now, nothing is written. */
  readonly seen?: string
}

/**
 * The files of one working folder, and nothing outside of it: not by `..`, not by an absolute path, not through a link.
 * A path is relative to the folder, or absolute and inside of it. A link that stays inside is followed. Calls are
 * synchronous.
 *
 * All throw ChatCliError: `refused` for a path that leads out or to what is forbidden, `usage` for one that cannot be
 * (empty, NUL, too long) or is of another kind than asked, `not-found`, `storage`.
 */
export interface ProjectFiles {
  /** Absolute, without links. */
  readonly root: string
  /** Undefined when nothing is there. What a link leads to, not the link. */
  stat(path: string): ProjectEntry | undefined
  /** A regular file, before it is read. */
  file(path: string): ProjectFile
  /** Bytes of a regular file from `from` on, at most `most` of them. */
  read(path: string, from: number, most: number): Uint8Array
  /** What is in a folder, by name. Links are not followed. */
  list(path: string): readonly ListedEntry[]
  /** All files under a folder that are not ignored, by name, without following links; a file gives itself. */
  walk(path: string): Iterable<ProjectFile>
  /**
   * Replaces a file as a whole or makes it, with the folders it needs. A reader finds the old bytes or the new ones. Its
   * permission bits are kept, a read-only file is refused, and so is whatever is in a `.git`.
   *
   * @returns bytes it had before, undefined when it is new
   * @throws ChatCliError `conflict` when it is not the one `seen` any more
   */
  write(path: string, bytes: Uint8Array, options?: WriteProjectFileOptions): number | undefined
}
