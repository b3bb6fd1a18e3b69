import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { writeAll } from '../../disk/write-all.ts'
import { systemError } from '../../disk/system-error.ts'
import { sealBlocks } from '../../seal/block-file.ts'
import { sealFile } from '../../seal/file-container.ts'
import { isSealedLine } from '../../seal/sealed-line.ts'
import { type FileRule, fileRule } from './file-rule.ts'
import { type HomeSealOptions, homeGuard } from './home-seal.ts'
import { lineSeal } from './line-seal.ts'
import { logRead, type SealedRead, sealedRead } from './sealed-reads.ts'
import { standsUnsealed } from './stands-unsealed.ts'
import { basename } from 'node:path'

/** A file that is being written. */
interface PendingFile {
  readonly path: string
  readonly rule: FileRule
  readonly parts: Uint8Array[]
  /** Bytes given so far. */
  size: number
  isWritten: boolean
}

/**
 * The disk of a home, on which everything that may hold what was said is sealed when there is a key, and nothing of it is
 * written when the home is sealed under another one. Files outside of the home, and homes without a key, stay as they are.
 * Sealed files read as if they were not; transcripts read as they stand, see {@link Disk.seal}.
 *
 * A file that is written whole is sealed when it is synced, or closed: nothing of it reaches the disk before.
 */
export function sealingDisk(options: HomeSealOptions): Disk {
  const { disk, home, keys, randomName, logs = [] } = options
  const guard = homeGuard(options)
  const rules = new Map<string, FileRule | undefined>()
  const ruleOf = (path: string): FileRule | undefined => {
    if (rules.has(path)) return rules.get(path)
    const rule = fileRule(home, path) ?? (logs.includes(path) ? outerLog : undefined)
    if (rules.size >= mostRules) rules.clear()
    rules.set(path, rule)
    return rule
  }
  const isUnsealed = (path: string): boolean => {
    const rule = ruleOf(path)
    return isGuarded(rule) && standsUnsealed(disk, path)
  }
  const seal = lineSeal({ keys, guard, ruleOf, randomName, isUnsealed })
  const reads = new Map<FileDescriptor, SealedRead>()
  const pending = new Map<FileDescriptor, PendingFile>()
  const appends = new Map<FileDescriptor, string>()

  const openRead = (path: string): FileDescriptor => {
    const fd = disk.openRead(path)
    const rule = ruleOf(path)
    if (!isGuarded(rule) || rule.form === 'transcript') return fd
    if (keys.current === undefined && keys.previous.length === 0 && guard.seal() === undefined) return fd
    try {
      const read =
        rule.form === 'log'
          ? logRead(disk, fd, (line) => openLogLine(path, line))
          : sealedRead(disk, fd, path, rule, keys)
      if (read !== undefined) reads.set(fd, read)
      return fd
    } catch (error) {
      disk.close(fd)
      throw error
    }
  }

  const openLogLine = (path: string, line: Uint8Array): Uint8Array | undefined => {
    const opened = seal.openLine(path, line)
    if (opened.status === 'plain') return line
    return opened.status === 'open' ? opened.bytes : undefined
  }

  const flush = (fd: FileDescriptor): void => {
    const file = pending.get(fd)
    if (file === undefined || file.isWritten) return
    file.isWritten = true
    guard.beforeWrite()
    const bytes = sealed(file)
    writeAll(disk, fd, bytes)
    if (disk.statOpen(fd).size !== bytes.length) throw systemError('EIO', 'write', file.path)
  }

  const sealed = ({ rule, path, parts }: PendingFile): Uint8Array => {
    const plain = parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts)
    const { current } = keys
    if (current === undefined) return plain
    if (rule.form === 'transcript' || rule.form === 'log') return seal.lines(path, plain)
    const as = { kind: rule.kind, id: rule.id ?? sessionId(plain) }
    return rule.form === 'blocks' ? sealBlocks(current, as, plain) : sealFile(current, as, plain)
  }

  return {
    ...disk,
    seal,
    openRead,
    openAppend(path) {
      const fd = disk.openAppend(path)
      if (isGuarded(ruleOf(path))) appends.set(fd, path)
      return fd
    },
    createExclusive(path, becomes = path) {
      const rule = ruleOf(becomes)
      // A home.json that is gone is not made anew as that of a home that was never sealed.
      if (becomes === home.homeFile && disk.stat(becomes) === undefined) guard.beforeWrite()
      if (!isGuarded(rule)) return disk.createExclusive(path)
      guard.beforeWrite()
      const fd = disk.createExclusive(path)
      const isLog = rule.form === 'transcript' || rule.form === 'log'
      if (keys.current === undefined || (isLog && !isTempFileName(basename(path)))) appends.set(fd, becomes)
      else pending.set(fd, { path: becomes, rule, parts: [], size: 0, isWritten: false })
      return fd
    },
    read: (fd, into, position) => reads.get(fd)?.read(into, position) ?? disk.read(fd, into, position),
    write(fd, bytes) {
      const file = pending.get(fd)
      if (file !== undefined) {
        // Whoever writes may use the same memory again.
        file.parts.push(Uint8Array.from(bytes))
        file.size += bytes.length
        return bytes.length
      }
      const path = appends.get(fd)
      if (path !== undefined) {
        guard.beforeWrite()
        if (seal.isSealing && !isSealedLines(bytes))
          throw new Error(`a line of ${path} was to be written unsealed`)
      }
      return disk.write(fd, bytes)
    },
    sync(fd) {
      flush(fd)
      disk.sync(fd)
    },
    ...(disk.syncMany === undefined
      ? {}
      : {
          async syncMany(fds) {
            for (const fd of fds) flush(fd)
            await disk.syncMany?.(fds)
          },
        }),
    close(fd) {
      reads.delete(fd)
      appends.delete(fd)
      try {
        flush(fd)
      } finally {
        pending.delete(fd)
        disk.close(fd)
      }
    },
    statOpen(fd) {
      const stat = disk.statOpen(fd)
      const size = reads.get(fd)?.size() ?? pending.get(fd)?.size
      return size === undefined ? stat : { ...stat, size }
    },
  }
}

function isGuarded(rule: FileRule | undefined): rule is FileRule {
  return rule !== undefined && rule.form !== 'plain'
}

/** Paths whose rules are remembered: of each message that is shown one is asked for. */
const mostRules = 16_384
const outerLog: FileRule = { form: 'log', kind: 'log', id: 'outside' }
const nothing = new Uint8Array()
const newline = 0x0a

/** The id that a session file has near its beginning: what the file is bound to, whatever its name. */
function sessionId(plain: Uint8Array): string {
  const head = Buffer.from(plain.buffer, plain.byteOffset, Math.min(plain.byteLength, 400)).toString('utf8')
  return /^\s*\{\s*"version":\s*\d+,\s*"id":\s*"([\w.-]{1,200})"/.exec(head)?.[1] ?? ''
}

function isSealedLines(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(newline, at)
    const stop = end < 0 ? bytes.length : end
    if (stop > at && !isSealedLine(bytes.subarray(at, stop))) return false
    at = stop + 1
  }
  return true
}
