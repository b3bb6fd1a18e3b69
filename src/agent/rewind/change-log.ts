import { dirname, join } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import { openForAppend } from '../../disk/append-durably.ts'
import type { Disk } from '../../disk/disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { readText } from '../../disk/read-text.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import type { FileChange, FileContent } from './file-change.ts'

export interface ChangeLogOptions {
  readonly disk: Disk
  /** Home of this program. */
  readonly home: string
  /** Root of the project: each has a log of its own. */
  readonly project: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/**
 * What tools changed in a project, and the contents before and after: `checkpoints/<project>/changes.jsonl` of the
 * home, and beside it each content once, named by its SHA-256.
 */
export interface ChangeLog {
  /** Keeps a content. @throws ChatCliError `storage` */
  keep(bytes: Uint8Array): FileContent
  /** @returns undefined when it was not kept, or is damaged */
  content(hash: FileContent): Uint8Array | undefined
  /**
   * Says that a change is about to be made.
   *
   * @returns to be called when it was made; until then, what it left counts as unknown
   * @throws ChatCliError `storage`
   */
  begin(change: Omit<FileChange, 'after'>): (after: FileContent) => void
  /** All of them, in order; lines that cannot be read are left out. */
  changes(): readonly FileChange[]
}

/** Opens the log of a project; nothing is written before the first change. */
export function openChangeLog({ disk, home, project, now, randomName }: ChangeLogOptions): ChangeLog {
  const folder = join(home, 'checkpoints', sha256(project).slice(0, 32))
  const path = join(folder, 'changes.jsonl')
  const contentPaths = (hash: string): readonly string[] =>
    (disk.seal?.keyedNames('checkpoint', hash) ?? [hash]).map((name) => join(folder, 'contents', name))
  const pathOf = (hash: string): string | undefined =>
    contentPaths(hash).find((candidate) => disk.stat(candidate) !== undefined)
  const append = (line: object): void => {
    makeFolderDurably(disk, folder)
    const handle = open(disk, path)
    try {
      // A line begins anew whatever stands before it.
      handle.append(Buffer.from(`\n${JSON.stringify(line)}\n`))
    } finally {
      handle.close()
    }
  }
  return {
    keep(bytes) {
      const hash = sha256(bytes)
      const [to = ''] = contentPaths(hash)
      if (isThere(disk, pathOf(hash), bytes)) return hash
      makeFolderDurably(disk, dirname(to))
      writeDurably(disk, to, bytes, { replace: true, randomName })
      return hash
    },
    content(hash) {
      const from = /^[0-9a-f]{64}$/.test(hash) ? pathOf(hash) : undefined
      if (from === undefined) return undefined
      const bytes = readWholeFile(disk, from)
      return sha256(bytes) === hash ? bytes : undefined
    },
    begin({ turn, path: file, before, rewind }) {
      const id = randomName()
      const at = new Date(now()).toISOString()
      append({ v: 1, id, at, turn, path: file, before, ...(rewind === undefined ? {} : { rewind }) })
      return (after) => append({ v: 1, id, after })
    },
    changes: () => (disk.stat(path) === undefined ? [] : readChanges(readText(disk, path))),
  }
}

/** The length tells a whole content from one that a power cut left; sealed ones are whole, or do not open. */
function isThere(disk: Disk, path: string | undefined, bytes: Uint8Array): boolean {
  const size = path === undefined ? undefined : disk.stat(path)?.size
  return size === bytes.length || (size !== undefined && disk.seal?.isSealing === true && size > bytes.length)
}

function open(disk: Disk, path: string): ReturnType<typeof openForAppend> {
  if (disk.stat(path) !== undefined) return openForAppend(disk, path)
  try {
    return openForAppend(disk, path, { create: true })
  } catch (error) {
    // Another process made it at the same moment.
    if (!(error instanceof ChatCliError) || error.code !== 'exists') throw error
    return openForAppend(disk, path)
  }
}

function readChanges(text: string): readonly FileChange[] {
  const changes = new Map<string, FileChange>()
  for (const line of text.split('\n')) {
    const value = parsed(line)
    if (value === undefined) continue
    const { id, turn, path, before, after, rewind } = value
    if (typeof id !== 'string') continue
    const begun = changes.get(id)
    if (begun !== undefined) {
      if (typeof after === 'string') changes.set(id, { ...begun, after })
    } else if (typeof turn === 'string' && typeof path === 'string' && typeof before === 'string') {
      const why = typeof rewind === 'string' ? { rewind } : {}
      changes.set(id, { turn, path, before, after: 'unknown', ...why })
    }
  }
  return [...changes.values()].filter(({ before, after }) => before !== after || before === 'unknown')
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
