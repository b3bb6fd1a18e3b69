import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { MessageLocation } from '../../conversation/record.ts'
import type { FileDescriptor, FileStat } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { followLink } from '../../disk/follow-link.ts'
import { readOpenRange, readWholeFile } from '../../disk/read-file.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import type { RecordStamp } from '../../store/record-stamps.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { looksLikeText } from '../scan/looks-like-text.ts'
import { type ScanLimits, fileStamp, scanSteps } from '../scan/scan-files.ts'
import type { DocumentSource, FoundDocuments } from './document-source.ts'
import { knowledgeLimits } from './knowledge-limits.ts'

/** Files that stay open between two reads. */
const mostOpen = 64

/** The files under folders, and single files. With several of them the name of each stands before what is in it. */
export function folderDocuments(
  { disk, home }: Pick<StoreContext, 'disk' | 'home'>,
  paths: readonly string[],
): DocumentSource {
  const roots = labelled(
    paths.map((given) => {
      const path = followLink(given)
      return { given, path, isFile: statOf(path)?.kind === 'file' }
    }),
  )
  const limits: ScanLimits = knowledgeLimits
  const open = new Map<string, FileDescriptor>()

  /** Undefined for what cannot be looked at, as for what is not there. */
  function statOf(path: string): FileStat | undefined {
    try {
      return disk.stat(path)
    } catch {
      return undefined
    }
  }

  /** Where a document is; undefined when a folder on the way is a link by now, whose other end nobody gave. */
  function ownPath(source: string): string | undefined {
    for (let slash = source.indexOf('/'); slash >= 0; slash = source.indexOf('/', slash + 1)) {
      const folder = pathOf(source.slice(0, slash))
      if (folder !== undefined && statOf(folder)?.kind === 'link') return undefined
    }
    return pathOf(source)
  }

  function pathOf(source: string): string | undefined {
    for (const { label, path } of roots) {
      if (label === source) return path
      if (label === '' || source.startsWith(`${label}/`)) {
        return join(path, ...source.slice(label === '' ? 0 : label.length + 1).split('/'))
      }
    }
    return undefined
  }

  function openFile(source: string): FileDescriptor | undefined {
    const known = open.get(source)
    if (known !== undefined) return known
    const path = pathOf(source)
    if (path === undefined) return undefined
    if (open.size >= mostOpen) close()
    const fd = disk.openRead(path)
    open.set(source, fd)
    return fd
  }

  function close(): void {
    for (const fd of open.values()) disk.close(fd)
    open.clear()
  }

  function* find(signal: AbortSignal | undefined): Generator<undefined, FoundDocuments, undefined> {
    const stamps: RecordStamp[] = []
    const skipped: Record<string, number> = {}
    // What is no text is told when it is read, and known from then on.
    const options = { limits, forbidden: [home.root], isText: () => true, signal }
    const scan = yield* scanSteps(
      disk,
      roots.map(({ path }) => path),
      options,
    )
    const labels = new Map(roots.map(({ path, label }) => [path, label]))
    for (const { root, path, shown, stamp, mtimeMs, ctimeMs } of scan.files) {
      const label = labels.get(root) ?? ''
      const name = root === path ? label : label === '' ? shown : `${label}/${shown}`
      stamps.push({ name, stamp, changedAt: Math.max(mtimeMs, ctimeMs) })
    }
    for (const { reason } of scan.skipped) skipped[reason] = (skipped[reason] ?? 0) + 1
    return { stamps, skipped }
  }

  return {
    find,
    close,
    stamp(source) {
      const path = pathOf(source)
      const stat = path === undefined ? undefined : statOf(path)
      if (stat?.kind !== 'file') return undefined
      return { name: source, stamp: fileStamp(stat), changedAt: Math.max(stat.mtimeMs, stat.ctimeMs) }
    },
    load(source) {
      const path = ownPath(source)
      let bytes: Uint8Array | undefined
      try {
        // A file may have grown since it was found.
        if (path !== undefined && (disk.stat(path)?.size ?? 0) > limits.fileBytes) throw left('too-large')
        bytes = path === undefined ? undefined : readWholeFile(disk, path)
      } catch (error) {
        if (error instanceof ChatCliError) throw error
        const code = errorCode(error)
        // What may not be read stays so until somebody changes it.
        if (code === 'EACCES' || code === 'EPERM') throw left('unreadable', error)
        if (code !== 'ENOENT') throw toStorageError(error, 'read', path ?? source)
      }
      if (bytes === undefined) throw new ChatCliError('not-found', `There is no document ${source}`)
      if (!looksLikeText(bytes)) throw left('binary')
      return { source, text: textDecoder.decode(bytes), bytes, sections: [] }
    },
    slice({ path, offset, length, crc }: MessageLocation) {
      try {
        const fd = openFile(path)
        const bytes = fd === undefined ? undefined : readOpenRange(disk, fd, offset, length)
        if (bytes?.length !== length || crc32(bytes) !== crc) return undefined
        return textDecoder.decode(bytes)
      } catch {
        // Moved, removed, not to be read: whoever asks looks at the whole document then.
        return undefined
      }
    },
  }
}

const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A document that is left out; its message is the reason. */
function left(reason: string, cause?: unknown): ChatCliError {
  return new ChatCliError('refused', reason, { cause })
}

interface Root {
  readonly given: string
  readonly path: string
  readonly isFile: boolean
}

/** A folder alone needs no name; several are told apart by theirs, with a number where two have the same. */
function labelled(roots: readonly Root[]): readonly (Root & { readonly label: string })[] {
  if (roots.length === 1 && roots[0]?.isFile === false) return roots.map((root) => ({ ...root, label: '' }))
  const used = new Set<string>()
  return roots.map((root) => {
    const name = basename(root.given) || 'root'
    let label = name
    for (let number = 2; used.has(label); number++) label = `${name}-${number}`
    used.add(label)
    return { ...root, label }
  })
}
