import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { decodeSession } from '../../conversation/decode-session.ts'
import type { Disk } from '../../disk/disk.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import type { HomePaths } from '../home-paths.ts'
import { parseReplacedName } from '../replaced-name.ts'
import { readTranscript } from '../read-transcript.ts'

/**
 * What a home held at a moment, to be kept outside of it: whoever can write into the home can put back older files, which
 * no key notices, but cannot change this.
 */
export interface HomeHead {
  readonly chatcli_head: 1
  /** ISO 8601. */
  readonly at: string
  /** By transcript id: how many lines it had, and the SHA-256 over them in their order. */
  readonly transcripts: Readonly<Record<string, readonly [lines: number, digest: string]>>
  /** By conversation id, or by name where there is none: the name of its session file, and how many lines that had seen. */
  readonly sessions: Readonly<Record<string, readonly [name: string, lines: number]>>
  /** Id of the key it was sealed with. */
  readonly key?: string | undefined
  /** Names of what is in the archive; another key gives other names. */
  readonly archive: readonly string[]
}

/** A difference between a home and a head of it. */
export interface HeadFinding {
  readonly path: string
  readonly problem: 'head-missing' | 'head-shorter' | 'head-differs'
}

/** @throws ChatCliError `key`; the disk's own errors */
export function headOf(disk: Disk, home: HomePaths, at: string): HomeHead {
  disk.seal?.requireKey()
  const transcripts: Record<string, readonly [number, string]> = {}
  for (const { id, path } of transcriptFiles(disk, home)) {
    const { lines, digest } = digestOf(disk, path)
    transcripts[id] = [lines, digest]
  }
  const sessions = Object.fromEntries(sessionNames(disk, home))
  const key = disk.seal?.keyId
  return { chatcli_head: 1, at, key, transcripts, sessions, archive: disk.list(home.ccr).filter(isArchived) }
}

/**
 * Whether everything a head names is still there, and whole transcripts only grew. What was deleted or has expired since
 * is missing too: only its owner knows which it was.
 */
export function compareHead(disk: Disk, home: HomePaths, head: HomeHead): readonly HeadFinding[] {
  disk.seal?.requireKey()
  const found: HeadFinding[] = []
  const paths = new Map(transcriptFiles(disk, home).map(({ id, path }) => [id, path]))
  for (const [id, [lines, digest]] of Object.entries(head.transcripts)) {
    const path = paths.get(id)
    const shown = `transcripts/${id}.jsonl`
    if (path === undefined) found.push({ path: shown, problem: 'head-missing' })
    else {
      const now = digestOf(disk, path, lines)
      if (now.lines < lines) found.push({ path: shown, problem: 'head-shorter' })
      else if (now.digest !== digest) found.push({ path: shown, problem: 'head-differs' })
    }
  }
  const names = sessionNames(disk, home)
  const inTrash = new Set(paths.keys())
  for (const [id, [name, lines]] of Object.entries(head.sessions)) {
    const now = names.get(id)
    const isInTrash = inTrash.has(id) && !isIn(disk, home.transcripts, `${id}.jsonl`)
    if (now === undefined && !isInTrash)
      found.push({ path: `sessions/${name}.json`, problem: 'head-missing' })
    else if (now !== undefined && now[1] < lines)
      found.push({ path: `sessions/${now[0]}.json`, problem: 'head-differs' })
  }
  const archive = head.key === disk.seal?.keyId ? head.archive : []
  for (const name of archive)
    if (!isIn(disk, home.ccr, name)) found.push({ path: `ccr/${name}`, problem: 'head-missing' })
  return found
}

/** The head in a text; undefined when it is none. */
export function parseHead(text: string): HomeHead | undefined {
  try {
    const value = JSON.parse(text) as Partial<HomeHead> | null
    const { transcripts, sessions, archive } = value ?? {}
    const isHead =
      value?.chatcli_head === 1 &&
      isTable(transcripts, (item) => Array.isArray(item) && item.length === 2) &&
      isTable(sessions, (item) => Array.isArray(item) && item.length === 2) &&
      Array.isArray(archive)
    return isHead ? (value as HomeHead) : undefined
  } catch {
    return undefined
  }
}

function isTable(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isItem)
}

/** Those of sessions, and those in the trash, which only moved. */
function transcriptFiles(disk: Disk, home: HomePaths): { readonly id: string; readonly path: string }[] {
  // What a file manager leaves in the trash is no entry.
  const trashed = disk
    .list(home.trash)
    .map((entry) => join(home.trash, entry))
    .filter((path) => disk.stat(path)?.kind === 'folder')
  const folders = [...trashed, home.transcripts]
  return folders.flatMap((folder) =>
    disk
      .list(folder)
      .filter(
        (name) => name.endsWith('.jsonl') && !name.startsWith('.') && parseReplacedName(name) === undefined,
      )
      .map((name) => ({ id: basename(name, '.jsonl'), path: join(folder, name) })),
  )
}

/** Lines are named by writer and number, so that a key that was replaced changes nothing. */
function digestOf(
  disk: Disk,
  path: string,
  most: number = Infinity,
): { readonly lines: number; readonly digest: string } {
  const hash = createHash('sha256')
  let lines = 0
  for (const item of readTranscript(disk, path)) {
    if (lines >= most) break
    if (item.kind !== 'event') continue
    hash.update(JSON.stringify(item.event))
    lines++
  }
  return { lines, digest: hash.digest('hex') }
}

function sessionNames(disk: Disk, home: HomePaths): Map<string, readonly [name: string, lines: number]> {
  const found = new Map<string, readonly [string, number]>()
  for (const file of disk.list(home.sessions)) {
    if (!file.endsWith('.json') || file.startsWith('.')) continue
    const name = file.slice(0, -'.json'.length)
    const path = join(home.sessions, file)
    try {
      const text = new TextDecoder().decode(readWholeFile(disk, path))
      const { id, transcript_id: transcript, fold } = decodeSession(text, path)
      const lines = (fold?.seen ?? []).reduce((sum, [, from, to]) => sum + to - from + 1, 0)
      found.set(id ?? transcript ?? name, [name, lines])
    } catch {
      // What cannot be read is told by the check itself.
      found.set(name, [name, 0])
    }
  }
  return found
}

function isArchived(name: string): boolean {
  return name.endsWith('.ccr')
}

function isIn(disk: Disk, folder: string, name: string): boolean {
  return disk.stat(join(folder, name)) !== undefined
}
