/** An open file. */
export type FileDescriptor = number

export interface FileStat {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly dev: number
  readonly ino: number
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch, with fractions as fine as the file system keeps them. */
  readonly mtimeMs: number
  readonly ctimeMs: number
  /** Permission bits. */
  readonly mode: number
  readonly uid: number
  readonly links: number
}

/** How lines stand in a file that is appended to, on a disk that seals. */
export interface DiskSeal {
  /** False while there is no key: then nothing is sealed. */
  readonly isSealing: boolean
  /** Id of the key that what is written is sealed with. */
  readonly keyId: string | undefined
  /** Whether lines may be sealed: there is a key, or the home says that it is sealed. */
  isActive(): boolean
  /**
   * Lines as they are to stand in a file; those that are sealed already stay as they are.
   *
   * @param bytes whole lines, ended by newlines
   */
  lines(path: string, bytes: Uint8Array): Uint8Array
  /** Opens one line (without its newline) of a file. @throws ChatCliError `key` when there is no key at all */
  openLine(path: string, bytes: Uint8Array): DiskLine
  /**
   * Names that a file named after a hash of its text may have, the one it gets now first: the hash itself would tell who
   * guesses the text.
   */
  keyedNames(kind: string, hash: string): readonly string[]
  /** Whether a file that is to be sealed is not, from its beginning on; false when there is none. */
  isUnsealed(path: string): boolean
  /** @throws ChatCliError `key` when this process cannot read what the home holds */
  requireKey(): void
}

/** `plain`: it is not sealed. `tag` names what was sealed, `previous` the line before of the same writer; empty for its first. */
export type DiskLine =
  | { readonly status: 'plain' }
  | {
      readonly status: 'open'
      readonly bytes: Uint8Array
      readonly w: string
      readonly n: number
      /** Id of the key it was sealed with. */
      readonly key: string
      readonly tag: string
      readonly previous: string
    }
  | { readonly status: 'damaged'; readonly reason: string; readonly ref?: readonly [w: string, n: number] }

/**
 * The only door to the file system. Calls are synchronous because their order is what durability rests on;
 * one that waits for many files is for work whose order does not matter.
 * Failures are thrown as errors with the usual `code` (`ENOENT`, `EEXIST`, `ENOSPC`, `EIO`, …).
 * No call follows a symbolic link at the end of its path.
 */
export interface Disk {
  /** Opens an existing regular file for reading; anything else (a pipe, a folder, a link) is an error at once. */
  openRead(path: string): FileDescriptor
  /** Opens an existing regular file so that every write lands at its end. It can be read too. */
  openAppend(path: string): FileDescriptor
  /**
   * Creates a file, mode 0600, open for appending and reading; `EEXIST` when something has the name already.
   *
   * @param becomes the name it gets when it is whole, if that is another one
   */
  createExclusive(path: string, becomes?: string): FileDescriptor
  /** Fills `into` from `position` (bytes); returns how many bytes were read, 0 at the end. */
  read(fd: FileDescriptor, into: Uint8Array, position: number): number
  /** One system call; returns how many bytes were taken, which may be fewer than given. */
  write(fd: FileDescriptor, bytes: Uint8Array): number
  /** Returns once the file's bytes and size are on the device. */
  sync(fd: FileDescriptor): void
  /**
   * The same of many files, side by side: one flush of the device serves several. Where it is missing, they are synced one
   * after the other. Every one of them has been tried when it fails.
   */
  readonly syncMany?: (fds: readonly FileDescriptor[]) => Promise<void>
  close(fd: FileDescriptor): void
  statOpen(fd: FileDescriptor): FileStat
  /** Gives an open file these permission bits, whatever the umask; nothing on Windows. */
  chmodOpen(fd: FileDescriptor, mode: number): void
  /** Undefined when nothing has the name. */
  stat(path: string): FileStat | undefined
  /** Names in a folder, sorted by code unit; empty when the folder does not exist. */
  list(folder: string): string[]
  /** Replaces `to` when it exists. */
  rename(from: string, to: string): void
  /** Gives a file a second name; `EEXIST` when something has that name already. */
  link(from: string, to: string): void
  unlink(path: string): void
  /** Makes one folder, mode 0700; quiet when it exists. */
  makeFolder(path: string): void
  /** Removes an empty folder. */
  removeFolder(path: string): void
  /** Returns once the names in a folder are on the device. */
  syncFolder(path: string): void
  /** On a disk that keeps what conversations say from being read without a key. */
  readonly seal?: DiskSeal
}
