import { basename, join, sep } from 'node:path'
import type { Disk, FileStat } from '../../disk/disk.ts'
import { type IgnoreRule, isIgnored, readIgnoreRules } from '../../disk/project-files-ignore.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import { readRange } from '../../disk/read-range.ts'
import { isGenerated } from './is-generated.ts'
import { looksLikeText, tellingBytes } from './looks-like-text.ts'
import { readIgnoreText, rulesAbove } from './rules-above.ts'

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
  readonly ctimeMs: number
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
  /** Absolute paths that are left out with all that is in them: the home of this program. */
  readonly forbidden?: readonly string[]
  /** Whether a file is text, where that is known without a look; when it gives undefined its first bytes are read. */
  readonly isText?: (file: ScannedFile) => boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Told how many files were taken so far, each time a folder is done. */
  readonly onProgress?: ((files: number) => void) | undefined
}

export interface Scan {
  /** In the order of the roots, by path; a file under two of them once. */
  readonly files: readonly ScannedFile[]
  readonly skipped: readonly SkippedFile[]
}

/** Entries of one step. */
const atOnce = 512

/** A folder on the way. */
interface Place {
  readonly root: string
  readonly folder: string
  /** Way to it from its root, and from the top of its repository: `''`, or ending in `/`. */
  readonly shown: string
  readonly inRepository: string
  readonly rules: readonly IgnoreRule[]
}

/**
 * Looks at files and folders: what is in them, without what a `.gitignore` or its name leaves out, links, and what is no
 * text. A root itself is taken whatever its name.
 *
 * @param paths absolute; a link is to be followed by the caller
 * @throws ChatCliError `not-found` for a path that is not there, `refused` for one that is neither file nor folder; the
 *   reason of `signal` when that is aborted
 */
export function scanFiles(disk: Disk, paths: readonly string[], options: ScanOptions): Scan {
  const steps = scanSteps(disk, paths, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same in small steps, between which others may have a turn. */
export function* scanSteps(
  disk: Disk,
  paths: readonly string[],
  options: ScanOptions,
): Generator<undefined, Scan, undefined> {
  const { limits, forbidden = [], isText, signal, onProgress } = options
  const files: ScannedFile[] = []
  const skipped: SkippedFile[] = []
  const seen = new Set<string>()
  let bytes = 0
  // Links above it may give a folder several paths.
  const closed = new Set(forbidden.flatMap((path) => identityOf(tryStat(disk, path))))

  const skip = (path: string, reason: SkipReason): void => {
    skipped.push({ path, reason })
  }

  const holdsText = (file: ScannedFile): boolean => {
    const known = isText?.(file)
    return known ?? looksLikeText(readRange(disk, file.path, 0, tellingBytes))
  }

  function take(root: string, path: string, shown: string, stat: FileStat): void {
    const { size, mtimeMs, ctimeMs } = stat
    if (size > limits.fileBytes) skip(path, 'too-large')
    else if (files.length >= limits.files || bytes + size > limits.bytes) skip(path, 'over-limit')
    else {
      const file = { path, root, shown, size, mtimeMs, ctimeMs, stamp: fileStamp(stat) }
      try {
        if (!holdsText(file)) skip(path, 'binary')
        else {
          files.push(file)
          bytes += size
        }
      } catch {
        skip(path, 'unreadable')
      }
    }
  }

  function* walk({ root, folder, shown, inRepository, rules }: Place): Generator<undefined> {
    let names: readonly string[]
    try {
      names = disk.list(folder)
    } catch {
      skip(folder, 'unreadable')
      return
    }
    const nearer = names.includes('.gitignore')
      ? readIgnoreRules(readIgnoreText(disk, join(folder, '.gitignore')), inRepository)
      : []
    const all = nearer.length === 0 ? rules : [...rules, ...nearer]
    for (const name of names) {
      yield undefined
      const path = folder.endsWith(sep) ? folder + name : folder + sep + name
      if (seen.has(path)) continue
      seen.add(path)
      const stat = statOf(path)
      if (stat === undefined) continue
      const isFolder = stat.kind === 'folder'
      const leftOut =
        forbidden.includes(path) ||
        (isFolder && identityOf(stat).some((identity) => closed.has(identity))) ||
        isGenerated(name, isFolder) ||
        isIgnored(inRepository + name, isFolder, all)
      if (leftOut) skip(path, 'ignored')
      else if (isFolder && files.length >= limits.files) skip(path, 'over-limit')
      else if (isFolder) {
        const deeper = { shown: `${shown}${name}/`, inRepository: `${inRepository}${name}/` }
        yield* walk({ root, folder: path, ...deeper, rules: all })
      } else if (stat.kind === 'file') take(root, path, shown + name, stat)
      else skip(path, stat.kind === 'link' ? 'link' : 'unreadable')
    }
    onProgress?.(files.length)
  }

  /** Undefined for what is gone by now, and for what cannot be looked at. */
  function statOf(path: string): FileStat | undefined {
    try {
      return disk.stat(path)
    } catch {
      skip(path, 'unreadable')
      return undefined
    }
  }

  const roots = paths.map((path) => ({ path, stat: rootStat(disk, path) }))
  let entries = 0
  for (const { path, stat } of roots) {
    if (seen.has(path)) continue
    seen.add(path)
    const before = files.length
    if (stat.kind === 'file') take(path, path, basename(path), stat)
    else {
      const { prefix, rules } = rulesAbove(disk, path)
      const top = { root: path, folder: path, shown: '', inRepository: prefix, rules }
      for (const _ of walk(top)) {
        if (entries++ % atOnce > 0) continue
        signal?.throwIfAborted()
        yield
      }
    }
    // As they are met, the files of a folder `a` stand after a file `a.txt`.
    for (const file of files.splice(before).sort((a, b) => (a.shown < b.shown ? -1 : 1))) files.push(file)
  }
  return { files, skipped }
}

function tryStat(disk: Disk, path: string): FileStat | undefined {
  try {
    return disk.stat(path)
  } catch {
    return undefined
  }
}

/** What tells a folder whatever its path; nothing where the file system does not say. */
function identityOf(stat: FileStat | undefined): readonly string[] {
  return stat === undefined || stat.ino === 0 ? [] : [`${stat.dev} ${stat.ino}`]
}

function rootStat(disk: Disk, path: string): FileStat {
  let stat: FileStat | undefined
  try {
    stat = disk.stat(path)
  } catch (error) {
    throw toStorageError(error, 'look at', path)
  }
  if (stat === undefined) {
    throw new ChatCliError('not-found', `There is nothing at ${path}`, {
      hint: 'Give a file or a folder that exists.',
    })
  }
  if (stat.kind === 'file' || stat.kind === 'folder') return stat
  throw new ChatCliError('refused', `${path} is neither a file nor a folder`, {
    hint: 'Give the file or folder itself.',
  })
}

/** Another text whenever a file may have changed. */
export function fileStamp({ dev, ino, size, mtimeMs, ctimeMs }: FileStat): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}
