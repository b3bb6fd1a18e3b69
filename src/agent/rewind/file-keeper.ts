import { join, resolve } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { Disk } from '../../disk/disk.ts'
import type { ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'
import type { ChangeLog } from './change-log.ts'
import type { FileContent } from './file-change.ts'
import { type FileRestore, planRestore, type RestorePlan } from './plan-restore.ts'

export interface FileKeeperOptions {
  readonly log: ChangeLog
  /** The files of the whole project. */
  readonly files: ProjectFiles
  /** Where relative paths of tools start: absolute, without links. */
  readonly cwd: string
  /** The disk the project is on. */
  readonly disk: Disk
}

/** Keeps what our tools change in a project, and brings it back. */
export interface FileKeeper {
  /** The turn that makes the changes from now on. */
  beginTurn(turn: string): void
  /**
   * To be called before a file is changed; and what it gives, when it was.
   *
   * @param path as the tool has it
   * @throws ChatCliError `storage` when the content could not be kept
   */
  beginChange(path: string): () => void
  /** What can be brought back of what these turns changed, as the files are now. */
  plan(turns: ReadonlySet<string>): RestorePlan
  /** The reverse of what was brought back for the sake of a rewrite, named as `refKey` does. */
  planBack(rewind: string): RestorePlan
  /**
   * Brings files back.
   *
   * @param rewind for whose sake
   * @returns what could not be, because the file changed at this moment or the disk refused
   */
  restore(restores: readonly FileRestore[], rewind: string): readonly string[]
}

/** A larger file is changed without being kept. */
const mostBytes = 20_000_000

export function createFileKeeper({ log, files, cwd, disk }: FileKeeperOptions): FileKeeper {
  let turn = ''
  const contentOf = (path: string): { readonly bytes: Uint8Array; readonly stamp: string } | undefined => {
    if (files.stat(path) === undefined) return undefined
    const { size, stamp } = files.file(path)
    return { bytes: files.read(path, 0, size), stamp }
  }
  const kept = (path: string): FileContent => {
    const entry = files.stat(path)
    if (entry === undefined) return 'none'
    if (entry.kind !== 'file' || entry.size > mostBytes) return 'unknown'
    return log.keep(files.read(path, 0, entry.size))
  }
  const isNow = (path: string, wanted: FileContent): boolean => {
    try {
      const now = contentOf(path)
      return (now === undefined ? 'none' : sha256(now.bytes)) === wanted
    } catch {
      return false
    }
  }
  const asFilesAre = ({ restores, kept: left }: RestorePlan): RestorePlan => {
    const needed = restores.filter(({ path, to }) => !isNow(path, to))
    const isThere = ({ path, from, to }: FileRestore): boolean =>
      isNow(path, from) && (to === 'none' || log.content(to) !== undefined)
    const changed = needed.filter((restore) => !isThere(restore)).map(({ path }) => path)
    return { restores: needed.filter(isThere), kept: [...left, ...changed].sort() }
  }
  const putBack = ({ path, from, to }: FileRestore): void => {
    const now = contentOf(path)
    if ((now === undefined ? 'none' : sha256(now.bytes)) !== from) throw changed(path)
    if (to === 'none') {
      const absolute = join(files.root, path)
      // A link that took the place of the file is not ours.
      if (disk.stat(absolute)?.kind !== 'file') throw changed(path)
      disk.unlink(absolute)
      return
    }
    const bytes = log.content(to)
    if (bytes === undefined) throw changed(path)
    files.write(path, bytes, now === undefined ? {} : { seen: now.stamp })
  }
  return {
    beginTurn: (next) => void (turn = next),
    beginChange(path) {
      const absolute = resolve(cwd, path)
      const before = kept(absolute)
      const shown = shownPath(files, absolute)
      const end = log.begin({ turn, path: shown, before })
      return () => end(kept(absolute))
    },
    plan: (turns) => asFilesAre(planRestore(log.changes(), (change) => turns.has(change.turn))),
    planBack: (rewind) => asFilesAre(planRestore(log.changes(), (change) => change.rewind === rewind)),
    restore(restores, rewind) {
      const failed: string[] = []
      for (const restore of restores) {
        const { path, from, to } = restore
        try {
          const end = log.begin({ turn: '', path, before: from, rewind })
          putBack(restore)
          end(to)
        } catch {
          failed.push(path)
        }
      }
      return failed
    },
  }
}

function shownPath(files: ProjectFiles, absolute: string): string {
  return files.stat(absolute)?.path ?? absolute.slice(files.root.length + 1).replaceAll('\\', '/')
}

function changed(path: string): ChatCliError {
  return new ChatCliError('conflict', `${path} was changed by somebody else`)
}
