import { createHash } from 'node:crypto'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import { readPaxRecords, readTarHeader, tarBlock, type TarMember } from './tar-header.ts'
import { sumsName } from './write-backup.ts'

/** A member of a backup, and where its bytes are in the file. */
export interface BackupMember extends TarMember {
  readonly offset: number
}

export interface OpenBackup {
  /** In the order of the file, without the list of sums. */
  readonly members: readonly BackupMember[]
  /** The bytes of a member; a few at a time are kept in memory. */
  read(member: BackupMember): Uint8Array
  close(): void
}

const pieceBytes = 1 << 20
/** More than any list of sums or record of a header. */
const mostListBytes = 512 * 2 ** 20

/**
 * Opens a backup and checks every byte of it.
 *
 * @throws ChatCliError `not-found`, `damaged` when it is none, or not what was written; `storage`
 */
export function openBackup(disk: Disk, path: string): OpenBackup {
  if (disk.stat(path) === undefined) throw new ChatCliError('not-found', `There is no ${path}`)
  let fd: FileDescriptor
  try {
    fd = disk.openRead(path)
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
  try {
    const all = listMembers(disk, fd, path)
    const list = all.find((member) => member.path === sumsName)
    if (list === undefined)
      throw damaged(path, 'its list of checksums is missing: it is no backup, or cut off')
    const members = all.filter((member) => member !== list)
    checkSums(disk, fd, path, members, Buffer.from(bytesOf(disk, fd, list)).toString('utf8'))
    return { members, read: (member) => bytesOf(disk, fd, member), close: () => disk.close(fd) }
  } catch (error) {
    disk.close(fd)
    throw error
  }
}

function listMembers(disk: Disk, fd: FileDescriptor, file: string): BackupMember[] {
  const { size: end } = disk.statOpen(fd)
  const members: BackupMember[] = []
  let pax: ReadonlyMap<string, string> = new Map()
  for (let at = 0; at + tarBlock <= end;) {
    const block = readOpenRange(disk, fd, at, tarBlock)
    if (block.every((byte) => byte === 0)) break
    const header = readTarHeader(block)
    if (header === undefined) throw damaged(file, `there is no file at byte ${at}`)
    const { type, mtimeMs } = header
    const path = pax.get('path') ?? header.name
    const size = Number(pax.get('size') ?? header.size)
    const offset = at + tarBlock
    if (!Number.isSafeInteger(size) || offset + size > end) throw damaged(file, 'it is cut off')
    at = offset + Math.ceil(size / tarBlock) * tarBlock
    if (type === 'x') {
      if (size > mostListBytes) throw damaged(file, 'a header is too long')
      pax = readPaxRecords(readOpenRange(disk, fd, offset, size))
      continue
    }
    pax = new Map()
    if (type === '5') continue
    // A link would lead out of the home, and so would these names.
    if (type !== '0' || !isInside(path)) throw damaged(file, `"${path}" does not belong into a backup`)
    members.push({ path, size, mtimeMs, offset })
  }
  return members
}

function isInside(path: string): boolean {
  const parts = path.split('/')
  return parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\') && !part.includes('\0'),
  )
}

function checkSums(
  disk: Disk,
  fd: FileDescriptor,
  file: string,
  members: readonly BackupMember[],
  list: string,
): void {
  const sums = new Map(
    list.split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)] as const])),
  )
  if (sums.size !== members.length) throw damaged(file, 'files were added to it or taken out')
  for (const { path, size, offset } of members) {
    const hash = createHash('sha256')
    for (let at = 0; at < size; at += pieceBytes)
      hash.update(readOpenRange(disk, fd, offset + at, Math.min(pieceBytes, size - at)))
    if (sums.get(path) !== hash.digest('hex')) throw damaged(file, `${path} in it is not what was written`)
  }
}

function bytesOf(disk: Disk, fd: FileDescriptor, { offset, size }: BackupMember): Uint8Array {
  return readOpenRange(disk, fd, offset, size)
}

function damaged(file: string, what: string): ChatCliError {
  return new ChatCliError('damaged', `${file} cannot be restored: ${what}`, {
    hint: 'Nothing was changed. Take another copy of the backup.',
  })
}
