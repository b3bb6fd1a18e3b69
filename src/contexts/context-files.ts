import { join } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { readRange } from '../disk/read-range.ts'
import { readText } from '../disk/read-text.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { Context, ContextHead } from './context.ts'
import { decodeContext, decodeHead, encodeContext } from './decode-context.ts'

/** A file that is no context, left as it is. */
export interface DamagedContext {
  readonly path: string
  readonly reason: string
}

export interface ContextList {
  /** By name. */
  readonly contexts: readonly ContextHead[]
  readonly damaged: readonly DamagedContext[]
}

/** The files of contexts: `contexts/<id>.json` of the home. What another process does is seen at the next look. */
export interface ContextFiles {
  readonly folder: string
  list(): ContextList
  /** Undefined when there is none. @throws ChatCliError `damaged`, `newer-version`, `storage` */
  read(id: string): Context | undefined
  isThere(id: string): boolean
  /** Whether the file is still the one that this was read from; false when somebody changed or removed it since. */
  isCurrent(context: Context): boolean
  /** @throws ChatCliError `storage` */
  write(context: Context): void
  /** @throws ChatCliError `storage` */
  remove(id: string): void
}

/** Enough for a head with a long description and some hundred sources. */
const HEAD_BYTES = 32_768
/** Bytes of files that are kept in memory between turns; the context that was used last is kept whatever its size. */
const MOST_KEPT = 64 * 1_048_576

export function openContextFiles({ disk, home, randomHex }: StoreContext): ContextFiles {
  const folder = join(home.root, 'contexts')
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  const heads = new Map<string, Kept<ContextHead>>()
  // Those that were used last, the newest at the end.
  const recent = new Map<string, Kept<Context>>()
  const stamps = new WeakMap<Context, string>()
  const keep = (id: string, stamp: string, value: Context): void => {
    recent.delete(id)
    recent.set(id, { stamp, value })
    stamps.set(value, stamp)
    let bytes = 0
    for (const [each, { value: kept }] of [...recent].reverse()) {
      bytes += kept.files.reduce((sum, { size }) => sum + size, 0)
      if (bytes > MOST_KEPT && each !== id) recent.delete(each)
    }
  }

  const head = (id: string): ContextHead | undefined => {
    const path = pathOf(id)
    const stamp = stampOf(disk, path)
    if (stamp === undefined) return undefined
    const kept = heads.get(id)
    if (kept?.stamp === stamp) return kept.value
    const start = Buffer.from(readRange(disk, path, 0, HEAD_BYTES)).toString('utf8')
    const value = decodeHead(start, id, path) ?? withoutFiles(decodeContext(readText(disk, path), id, path))
    heads.set(id, { stamp, value })
    return value
  }

  return {
    folder,
    list() {
      const contexts: ContextHead[] = []
      const damaged: DamagedContext[] = []
      for (const name of disk.list(folder)) {
        const id = idIn(name)
        if (id === undefined) continue
        try {
          const found = head(id)
          if (found !== undefined) contexts.push(found)
        } catch (error) {
          if (!(error instanceof ChatCliError)) throw error
          damaged.push({ path: join(folder, name), reason: error.message })
        }
      }
      contexts.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1))
      return { contexts, damaged }
    },
    read(id) {
      const path = pathOf(id)
      const stamp = isId(id) ? stampOf(disk, path) : undefined
      if (stamp === undefined) return undefined
      const kept = recent.get(id)
      const value = kept?.stamp === stamp ? kept.value : decodeContext(readText(disk, path), id, path)
      keep(id, stamp, value)
      return value
    },
    isThere: (id) => stampOf(disk, pathOf(id)) !== undefined,
    isCurrent: (context) => stamps.get(context) === stampOf(disk, pathOf(context.id)),
    write(context) {
      makeFolderDurably(disk, folder)
      const bytes = Buffer.from(encodeContext(context))
      const path = pathOf(context.id)
      writeDurably(disk, path, bytes, { replace: true, randomName: () => randomHex(32) })
      const stamp = stampOf(disk, path)
      if (stamp !== undefined) keep(context.id, stamp, context)
    },
    remove(id) {
      const path = pathOf(id)
      try {
        disk.unlink(path)
        disk.syncFolder(folder)
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return
        throw new ChatCliError('storage', `Could not delete ${path}`, { cause: error })
      }
      heads.delete(id)
      recent.delete(id)
    },
  }
}

interface Kept<T> {
  readonly stamp: string
  readonly value: T
}

function stampOf(disk: Disk, path: string): string | undefined {
  const stat = disk.stat(path)
  return stat?.kind === 'file' ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : undefined
}

function idIn(fileName: string): string | undefined {
  const id = fileName.endsWith('.json') ? fileName.slice(0, -'.json'.length) : ''
  return isId(id) ? id : undefined
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id)
}

function withoutFiles({ files: _files, other: _other, ...head }: Context): ContextHead {
  return head
}
