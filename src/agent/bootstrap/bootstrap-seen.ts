import { dirname, join } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readText } from '../../disk/read-text.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import type { BootstrapFile } from './read-bootstrap.ts'

export interface BootstrapSeenOptions {
  readonly disk: Disk
  /** Absolute path of the home folder. */
  readonly home: string
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** Paths of the files of projects that were told, with the SHA-256 of what they said then. */
type Seen = Readonly<Record<string, string>>

/**
 * Which files of projects say something else than when they were last told, in this chat or an earlier one; from now on
 * that is what they said. What a disk refuses is forgotten: then a change is not named.
 */
export function changedSinceSeen(
  files: readonly BootstrapFile[],
  { disk, home, randomName }: BootstrapSeenOptions,
): ReadonlySet<string> {
  const path = join(home, 'state', 'bootstrap.json')
  const told = files.filter(({ from }) => from === 'workspace')
  if (told.length === 0) return new Set()
  const seen = new Map(Object.entries(read(disk, path)))
  const now = told.map((file) => [file.path, sha256(file.text)] as const)
  const others = now.filter(([at, hash]) => seen.get(at) !== hash)
  if (others.length > 0) {
    const next = Object.fromEntries([...seen, ...now])
    try {
      makeFolderDurably(disk, dirname(path))
      const bytes = Buffer.from(`${JSON.stringify({ version: 1, seen: next }, null, 2)}\n`)
      writeDurably(disk, path, bytes, { replace: disk.stat(path) !== undefined, randomName })
    } catch (error) {
      if (!isOfDisk(error)) throw error
    }
  }
  return new Set(others.filter(([at]) => seen.has(at)).map(([at]) => at))
}

function read(disk: Disk, path: string): Seen {
  try {
    const value = JSON.parse(readText(disk, path)) as { version?: unknown; seen?: unknown } | null
    const { version, seen } = value ?? {}
    return version === 1 && typeof seen === 'object' && seen !== null ? (seen as Seen) : {}
  } catch (error) {
    if (error instanceof SyntaxError || isOfDisk(error)) return {}
    throw error
  }
}

function isOfDisk(error: unknown): boolean {
  return error instanceof ChatCliError || errorCode(error) !== undefined
}
