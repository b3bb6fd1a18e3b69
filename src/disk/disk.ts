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

/**
 * The only door to the file system. Calls are synchronous because their order is what durability rests on.
 * Failures are thrown as errors with the usual `code` (`ENOENT`, `EEXIST`, `ENOSPC`, `EIO`, …).
 * No call follows a symbolic link at the end of its path.
 */
export interface Disk {
  /** Opens an existing regular file for reading; anything else (a pipe, a folder, a link) is an error at once. */
  openRead(path: string): FileDescriptor
  /** Opens an existing regular file so that every write lands at its end. It can be read too. */
  openAppend(path: string): FileDescriptor
  /** Creates a file, mode 0600, open for appending and reading; `EEXIST` when something has the name already. */
  createExclusive(path: string): FileDescriptor
  /** Fills `into` from `position` (bytes); returns how many bytes were read, 0 at the end. */
  read(fd: FileDescriptor, into: Uint8Array, position: number): number
  /** One system call; returns how many bytes were taken, which may be fewer than given. */
  write(fd: FileDescriptor, bytes: Uint8Array): number
  /** Returns once the file's bytes and size are on the device. */
  sync(fd: FileDescriptor): void
  close(fd: FileDescriptor): void
  statOpen(fd: FileDescriptor): FileStat
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
}
