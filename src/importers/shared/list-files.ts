import { join } from 'node:path'
import type { Disk, FileStat } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { followLink } from '../../disk/follow-link.ts'
import { isSecretFile } from './secret-file.ts'

export interface FoundFile {
  /** Absolute; what a link points to. */
  readonly path: string
  /** Its names below the folder, joined by `/`. */
  readonly name: string
  readonly bytes: number
  readonly mtimeMs: number
}

export interface ListFilesOptions {
  /** Folders below the folder that are looked into; 0 looks at the folder only. */
  readonly depth: number
  /** Whether a file is wanted, by its names below the folder. */
  readonly wants: (name: string) => boolean
  /** Whether a folder is looked into; all are when not given. */
  readonly enters?: (name: string) => boolean
  /** Files are called what people called them, so that a name says nothing about secrets. */
  readonly hasOwnNames?: boolean
}

/**
 * The wanted files of a folder, in the order of their names. Links are followed, each folder is looked into once, and
 * files that hold secrets are never among them. A folder that cannot be listed is given as if it were a file, so that
 * reading it says why.
 */
export function* listFiles(
  disk: Disk,
  folder: string,
  options: ListFilesOptions,
): Generator<FoundFile, void, undefined> {
  const root = statThrough(disk, folder)
  if (root?.stat.kind === 'folder')
    yield* below(disk, root.path, '', options, new Set([`${root.stat.dev} ${root.stat.ino}`]))
}

function* below(
  disk: Disk,
  folder: string,
  prefix: string,
  options: ListFilesOptions,
  seen: Set<string>,
): Generator<FoundFile, void, undefined> {
  const { depth, wants, enters = () => true, hasOwnNames = false } = options
  let names: readonly string[]
  try {
    names = disk.list(folder)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    yield { path: folder, name: prefix, bytes: 0, mtimeMs: 0 }
    return
  }
  for (const base of names) {
    const name = `${prefix}${base}`
    const found = statThrough(disk, join(folder, base))
    if (found === undefined) continue
    const { path, stat } = found
    if (stat.kind === 'file' && (hasOwnNames || !isSecretFile(base)) && wants(name))
      yield { path, name, bytes: stat.size, mtimeMs: stat.mtimeMs }
    const id = `${stat.dev} ${stat.ino}`
    if (stat.kind !== 'folder' || depth === 0 || seen.has(id) || !enters(name)) continue
    seen.add(id)
    yield* below(disk, path, `${name}/`, { ...options, depth: depth - 1 }, seen)
  }
}

/** What a path names in the end, when that is there. */
export function statThrough(
  disk: Disk,
  path: string,
): { readonly path: string; readonly stat: FileStat } | undefined {
  try {
    const stat = disk.stat(path)
    if (stat?.kind !== 'link') return stat && { path, stat }
    const end = followLink(path)
    const there = disk.stat(end)
    return there && { path: end, stat: there }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return undefined
  }
}
