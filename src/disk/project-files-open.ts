import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ChatCliError } from '../errors.ts'
import { errorCode } from './error-code.ts'
import type { ListedEntry, ProjectEntry, ProjectFile, ProjectFiles } from './project-files.ts'
import { createProjectFence, type FencedPath } from './project-files-fence.ts'
import { type IgnoreRule, isIgnored, readIgnoreRules } from './project-files-ignore.ts'
import { tempFileName } from './stale-temp-files.ts'
import { toStorageError } from './storage-error.ts'
import { systemError } from './system-error.ts'

export interface OpenProjectFilesOptions {
  /** Folders that cannot be reached although they are inside: the home of this program. */
  readonly forbidden: readonly string[]
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

const NOFOLLOW: number = fs.constants.O_NOFOLLOW ?? 0
// Without it, opening a pipe that nobody writes to would wait for ever.
const READ: number = fs.constants.O_RDONLY | NOFOLLOW | (fs.constants.O_NONBLOCK ?? 0)
const CREATE: number = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL | NOFOLLOW
const mostOfIgnoreFile = 100_000

/**
 * The files of a working folder on this machine.
 *
 * @throws ChatCliError `not-found` when there is no such folder
 */
export function openProjectFiles(folder: string, options: OpenProjectFilesOptions): ProjectFiles {
  const { forbidden, randomName } = options
  const fence = createProjectFence(folder, forbidden)

  const fileAt = ({ real, shown }: FencedPath): ProjectFile => {
    const stats = statOf(real, shown)
    if (stats === undefined) throw notFound(shown)
    if (!stats.isFile()) throw notA('file', shown)
    return { path: shown, kind: 'file', size: stats.size, stamp: stampOf(stats) }
  }

  const listAt = (real: string, shown: string, rules: readonly IgnoreRule[]): readonly ListedEntry[] => {
    const prefix = shown === '.' ? '' : `${shown}/`
    const names = attempt('list', shown, () => fs.readdirSync(real, { withFileTypes: true }))
    return names
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter(({ name }) => !fence.isForbidden(join(real, name)))
      .map((entry): ListedEntry => {
        const path = prefix + entry.name
        const size = entry.isFile() ? (lstatOf(join(real, entry.name))?.size ?? 0) : 0
        return { path, kind: kindOf(entry), size, isIgnored: isIgnored(path, entry.isDirectory(), rules) }
      })
  }

  const rulesIn = (shown: string): readonly IgnoreRule[] => {
    const base = shown === '.' ? '' : `${shown}/`
    return readIgnoreRules(ignoreText(join(fence.root, base, '.gitignore')), base)
  }
  const rulesDownTo = (shown: string): readonly IgnoreRule[] => {
    const parts = shown === '.' ? [] : shown.split('/')
    return ['.', ...parts.map((_, i) => parts.slice(0, i + 1).join('/'))].flatMap(rulesIn)
  }

  function* walkFolder(shown: string, rules: readonly IgnoreRule[]): Generator<ProjectFile> {
    for (const entry of listAt(join(fence.root, shown), shown, rules)) {
      if (entry.isIgnored) continue
      if (entry.kind === 'folder') {
        const { path } = entry
        yield* readable(() => walkFolder(path, [...rules, ...rulesIn(path)]))
      } else if (entry.kind === 'file') {
        const stats = lstatOf(join(fence.root, entry.path))
        if (stats?.isFile()) yield { ...entry, kind: 'file', stamp: stampOf(stats) }
      }
    }
  }

  return {
    root: fence.root,
    stat(path) {
      const { real, shown } = fence.check(path)
      const stats = statOf(real, shown)
      return stats === undefined ? undefined : entryOf(shown, stats)
    },
    file: (path) => fileAt(fence.check(path)),
    read(path, from, most) {
      const place = fence.check(path)
      fileAt(place)
      return attempt('read', place.shown, () => readBytes(place.real, from, most))
    },
    list(path) {
      const { real, shown } = folderAt(fence.check(path))
      return listAt(real, shown, rulesDownTo(shown))
    },
    *walk(path) {
      const place = fence.check(path)
      if (statOf(place.real, place.shown)?.isFile()) yield fileAt(place)
      else yield* walkFolder(folderAt(place).shown, rulesDownTo(place.shown))
    },
    write(path, bytes, { seen } = {}) {
      const place = fence.check(path)
      const { shown } = place
      if (/(^|\/)\.git(\/|$)/i.test(shown)) throw ofGit(shown)
      const before = statOf(place.real, shown)
      if (before !== undefined && !before.isFile()) throw notA('file', shown)
      if (before !== undefined) attempt('change', shown, () => fs.accessSync(place.real, fs.constants.W_OK))
      attempt('make the folder of', shown, () => fs.mkdirSync(dirname(place.real), { recursive: true }))
      // The folder may have become a link in the meantime.
      const { real } = fence.check(path)
      const temp = join(dirname(real), tempFileName(randomName()))
      attempt('write', shown, () => {
        try {
          fill(temp, bytes, before?.mode)
          const now = lstatOf(real)
          if (seen !== undefined && (now === undefined || stampOf(now) !== seen)) throw changed(shown)
          fs.renameSync(temp, real)
        } catch (error) {
          fs.rmSync(temp, { force: true })
          throw error
        }
      })
      return before?.size
    },
  }
}

/** A folder that may not be read, or is gone by now, costs itself only. */
function* readable(walk: () => Iterable<ProjectFile>): Generator<ProjectFile> {
  try {
    yield* walk()
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
  }
}

function readBytes(real: string, from: number, most: number): Uint8Array {
  const fd = fs.openSync(real, READ)
  try {
    const { size } = fs.fstatSync(fd)
    const bytes = new Uint8Array(Math.max(0, Math.min(most, size - from)))
    let done = 0
    while (done < bytes.length) {
      const count = fs.readSync(fd, bytes, done, bytes.length - done, from + done)
      if (count === 0) break
      done += count
    }
    return bytes.subarray(0, done)
  } finally {
    fs.closeSync(fd)
  }
}

function fill(temp: string, bytes: Uint8Array, mode: number | undefined): void {
  const fd = fs.openSync(temp, CREATE, 0o666)
  try {
    if (mode !== undefined) fs.fchmodSync(fd, mode & 0o7777)
    let done = 0
    while (done < bytes.length) {
      const taken = fs.writeSync(fd, bytes, done)
      if (taken === 0) throw systemError('ENOSPC', 'write', temp)
      done += taken
    }
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

function ignoreText(path: string): string {
  try {
    return Buffer.from(readBytes(path, 0, mostOfIgnoreFile)).toString()
  } catch {
    return ''
  }
}

function folderAt(place: FencedPath): FencedPath {
  const stats = statOf(place.real, place.shown)
  if (stats === undefined) throw notFound(place.shown)
  if (!stats.isDirectory()) throw notA('folder', place.shown)
  return place
}

function statOf(real: string, shown: string): fs.Stats | undefined {
  return attempt('look at', shown, () => lstatOf(real))
}

function lstatOf(real: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(real, { throwIfNoEntry: false })
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function entryOf(path: string, stats: fs.Stats): ProjectEntry {
  return { path, kind: kindOf(stats), size: stats.isFile() ? stats.size : 0 }
}

function kindOf(entry: fs.Stats | fs.Dirent): ProjectEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: fs.Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(':')
}

function attempt<T>(action: string, shown: string, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw notFound(shown)
    throw toStorageError(error, action, shown)
  }
}

function notFound(shown: string): ChatCliError {
  const hint = 'Look at what is there with the list tool.'
  return new ChatCliError('not-found', `There is no ${shown}`, { hint })
}

function notA(kind: 'file' | 'folder', shown: string): ChatCliError {
  return new ChatCliError('usage', `${basename(shown)} is no ${kind}`, {
    hint: `Give the path of a ${kind}.`,
  })
}

/** What is written there, git runs later on, with nobody asked. */
function ofGit(shown: string): ChatCliError {
  return new ChatCliError('refused', `${shown} belongs to git and is not written`, {
    hint: 'Use git itself.',
  })
}

function changed(shown: string): ChatCliError {
  const hint = 'Read it again and repeat the change.'
  return new ChatCliError('conflict', `${shown} was changed by someone else in the meantime`, { hint })
}
