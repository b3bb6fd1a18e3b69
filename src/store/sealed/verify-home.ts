import { basename, dirname, join } from 'node:path'
import { decodeSession } from '../../conversation/decode-session.ts'
import type { Range } from '../../conversation/event.ts'
import { RangeSet } from '../../conversation/range-set.ts'
import type { Disk, FileStat } from '../../disk/disk.ts'
import { readOpenRange, readWholeFile } from '../../disk/read-file.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { ChatCliError } from '../../errors.ts'
import type { HomePaths } from '../home-paths.ts'
import { readTranscript } from '../read-transcript.ts'
import { walkFiles } from '../storage/walk-files.ts'
import { type FileRule, fileRule } from './file-rule.ts'
import { isOurFile } from './is-our-file.ts'

/** Something in a home that is not what this program wrote, or not where. */
export interface Finding {
  /** Under the home, with `/`. */
  readonly path: string
  readonly problem:
    | 'damaged'
    | 'wrong-key'
    | 'unsealed'
    | 'renamed'
    | 'repeated'
    | 'shorter'
    | 'no-transcript'
  /** `renamed`: the name inside; else why. */
  readonly detail: string
  /** Of `repeated` and `shorter`: how many lines. */
  readonly lines?: number
}

export interface Verified {
  readonly checked: number
  readonly findings: readonly Finding[]
}

const pieceBytes = 2 ** 20

export interface VerifyOptions {
  /** The disk of the home, which opens what is sealed, and the disk as it is. */
  readonly disk: Disk
  readonly bare: Disk
  readonly home: HomePaths
  /** Open every block of the index too, which can be made anew from the rest; else its files are opened only. */
  readonly readData?: boolean
}

/**
 * Reads every byte of a home that this program wrote and that has a checksum or a seal; nothing is changed.
 *
 * @yields how far it is
 * @throws ChatCliError `key` when the home is sealed with a key that is not there
 */
export function* verifyHome(
  options: VerifyOptions,
): Generator<{ readonly done: number; readonly total: number }, Verified, undefined> {
  const { disk, bare, home } = options
  disk.seal?.requireKey()
  const files = [...walkFiles(disk, home.root)].filter(({ path, stat }) => isOurs(bare, home, path, stat))
  // Sessions last: they say which lines there should be.
  files.sort((a, b) => Number(a.path.endsWith('.json')) - Number(b.path.endsWith('.json')))
  const findings: Finding[] = []
  const lines: LinesRead = new Map()
  for (const [done, { path }] of files.entries()) {
    yield { done, total: files.length }
    const rule = fileRule(home, path)
    if (rule === undefined) continue
    const under = path.slice(home.root.length + 1).replaceAll('\\', '/')
    const found: Found[] = []
    try {
      for (const each of problemsOf(options, lines, path, rule)) found.push(each)
    } catch (error) {
      found.push(troubleOf(error, path))
    }
    // Nothing is wrong with what somebody deleted or moved meanwhile.
    if (found.length > 0 && disk.stat(path) === undefined) continue
    findings.push(...found.map((each) => ({ path: under, ...each })))
  }
  yield { done: files.length, total: files.length }
  return { checked: files.length, findings }
}

function isOurs(bare: Disk, home: HomePaths, path: string, stat: FileStat): boolean {
  if (stat.kind !== 'file' || isTempFileName(basename(path))) return false
  return fileRule(home, path)?.form !== 'plain' && isOurFile(bare, home, path)
}

type Found = Omit<Finding, 'path'>

/** The names of the lines that were read, by the path of their transcript without its extension. */
type LinesRead = Map<string, RangeSet>

function troubleOf(error: unknown, path: string): Found {
  const told = toStorageError(error, 'read', path)
  if (!(told instanceof ChatCliError)) throw error
  return { problem: told.code === 'key' ? 'wrong-key' : 'damaged', detail: told.message }
}

function* problemsOf(
  { disk, bare, home, readData = false }: VerifyOptions,
  lines: LinesRead,
  path: string,
  rule: FileRule,
): Generator<Found> {
  if (rule.form === 'transcript') yield* ofTranscript(disk, lines, path)
  else if (rule.form === 'log') yield* ofLog(disk, bare, path)
  else if (rule.form === 'blocks') readBlocks(disk, path, readData)
  else if (rule.kind === 'session') yield* ofSession(disk, home, lines, path)
  else readWholeFile(disk, path)
  if (disk.seal?.isSealing === true && disk.seal.isUnsealed(path)) yield { problem: 'unsealed', detail: '' }
}

function* ofSession(disk: Disk, home: HomePaths, read: LinesRead, path: string): Generator<Found> {
  const text = new TextDecoder().decode(readWholeFile(disk, path))
  const file = decodeSession(text, path)
  const name = basename(path).slice(0, -'.json'.length)
  const isInSessions = dirname(path) === home.sessions
  if (isInSessions && file.name !== undefined && file.name !== name)
    yield { problem: 'renamed', detail: file.name }
  const { transcript_id: id, fold } = file
  const transcript = join(isInSessions ? home.transcripts : dirname(path), `${id}.jsonl`)
  if (id === undefined || fold === undefined) return
  if (disk.stat(transcript) === undefined) {
    yield { problem: 'no-transcript', detail: id }
    return
  }
  const seen = new RangeSet(fold.seen)
  const lacks = (there: RangeSet): number => seen.minus(there).size
  const known = read.get(transcript.slice(0, -'.jsonl'.length)) ?? new RangeSet()
  // Somebody may have gone on with it since it was read.
  const lines = lacks(known) === 0 ? 0 : lacks(namesIn(disk, transcript))
  if (lines > 0) yield { problem: 'shorter', detail: id, lines }
}

/** The lines of a transcript and of what stands beside it. */
function namesIn(disk: Disk, path: string): RangeSet {
  const stem = basename(path).slice(0, -'jsonl'.length)
  const found = new RangeSet()
  for (const name of disk.list(dirname(path))) {
    if (!name.startsWith(stem) || !name.endsWith('.jsonl')) continue
    for (const item of readTranscript(disk, join(dirname(path), name)))
      if (item.kind === 'event') found.add([item.event.w, item.event.n, item.event.n])
  }
  return found
}

function* ofTranscript(disk: Disk, read: LinesRead, path: string): Generator<Found> {
  const stem = path.slice(0, -'.jsonl'.length)
  // What stands beside a transcript is named after it.
  const stems = new Set([stem, stem.replace(/\.[\w-]{1,64}$/, '')])
  const names = new Set<string>()
  let repeated = 0
  for (const item of readTranscript(disk, path)) {
    if (item.kind === 'damage') {
      const { offset, reason } = item.damage
      yield { problem: 'damaged', detail: `at byte ${offset}: ${reason}` }
    } else if (item.kind === 'event') {
      const { w, n } = item.event
      const name = `${w} ${n}`
      for (const named of stems) add(read, named, [w, n, n])
      if (names.has(name)) repeated++
      names.add(name)
    }
  }
  if (repeated > 0) yield { problem: 'repeated', detail: '', lines: repeated }
}

function add(read: LinesRead, stem: string, range: Range): void {
  const known = read.get(stem)
  if (known === undefined) read.set(stem, new RangeSet([range]))
  else known.add(range)
}

function* ofLog(disk: Disk, bare: Disk, path: string): Generator<Found> {
  const { seal } = disk
  if (seal?.isActive() !== true) return
  const bytes = Buffer.from(readWholeFile(bare, path))
  let at = 0
  for (const line of bytes.toString('latin1').split('\n')) {
    const opened = line === '' ? undefined : seal.openLine(path, Buffer.from(line, 'latin1'))
    if (opened?.status === 'damaged') yield { problem: 'damaged', detail: `at byte ${at}: ${opened.reason}` }
    at += line.length + 1
  }
}

/** @param isWhole false: its header and one block */
function readBlocks(disk: Disk, path: string, isWhole: boolean): void {
  const fd = disk.openRead(path)
  try {
    const { size: whole } = disk.statOpen(fd)
    const size = isWhole ? whole : Math.min(whole, 1)
    for (let at = 0; at < size; at += pieceBytes) readOpenRange(disk, fd, at, Math.min(pieceBytes, size - at))
  } finally {
    disk.close(fd)
  }
}
