import { basename, dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import { openForAppend } from '../../disk/append-durably.ts'
import type { Disk, FileStat } from '../../disk/disk.ts'
import { readOpenRange, readWholeFile } from '../../disk/read-file.ts'
import { readRange } from '../../disk/read-range.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { isSealedFile, mostHeaderBytes, readHeader } from '../../seal/file-header.ts'
import { isLegacyData } from '../../seal/legacy-data.ts'
import type { HomePaths } from '../home-paths.ts'
import type { FileRule } from './file-rule.ts'
import { LineResealer, type SealTarget } from './reseal-lines.ts'

export interface ResealContext {
  /** The disk as it is, and the one that opens and seals. */
  readonly bare: Disk
  readonly sealed: Disk
  readonly home: HomePaths
  readonly target: SealTarget
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** `changed`: it is as it is to be now. `same`: it was so. `gone`: somebody removed it. A reason: it was left as it is. */
export type Resealed = 'changed' | 'same' | 'gone' | { readonly reason: string }

const mostTries = 5

/**
 * Seals one file anew, or takes its seal off. Whatever happens in between, the file is the old one or the new one, and
 * nothing that others append meanwhile is lost.
 *
 * @throws ChatCliError `storage`, `key`; the disk's own errors
 */
export function resealFile(context: ResealContext, path: string, rule: FileRule): Resealed {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = context.bare.stat(path)
    if (before === undefined) return 'gone'
    const isLines = rule.form === 'transcript' || rule.form === 'log'
    try {
      const done = isLines ? resealLog(context, path, rule) : resealWhole(context, path, rule, before)
      if (done !== 'overtaken') return done
    } catch (error) {
      if (error instanceof ChatCliError && (error.code === 'damaged' || error.code === 'key'))
        return { reason: error.message }
      throw error
    }
  }
  return { reason: 'it is being changed again and again' }
}

function resealWhole(
  context: ResealContext,
  path: string,
  rule: FileRule,
  before: FileStat,
): Resealed | 'overtaken' {
  const { bare, sealed, target, randomName } = context
  const start = readRange(bare, path, 0, mostHeaderBytes)
  const isSealed = isSealedFile(start) || isLegacyData(start)
  if (target === 'plain' ? !isSealed : readHeader(start)?.keyId === target.id) return 'same'
  const plain = readWholeFile(sealed, path)
  const to = join(dirname(path), nameFor(context, path, rule, plain, isSealed))
  let isOvertaken = false
  try {
    writeDurably(target === 'plain' ? bare : sealed, to, plain, {
      replace: true,
      randomName,
      beforeSwap() {
        isOvertaken = !isSame(bare.stat(path), before)
        if (isOvertaken) throw new ChatCliError('conflict', `${path} was changed meanwhile`)
      },
    })
  } catch (error) {
    if (isOvertaken) return 'overtaken'
    throw error
  }
  if (to !== path) bare.unlink(path)
  return 'changed'
}

/** What a file that is named after the hash of its content is called under the target. */
function nameFor(
  { sealed, target }: ResealContext,
  path: string,
  { kind, form }: FileRule,
  plain: Uint8Array,
  isSealed: boolean,
): string {
  const name = basename(path)
  const isArchive = kind === 'archive'
  const isContent = form === 'whole' && basename(dirname(path)) === 'contents' && /^[0-9a-f]{64}$/.test(name)
  if (!isArchive && !isContent) return name
  const extension = isArchive ? '.ccr' : ''
  const stem = name.slice(0, name.length - extension.length)
  // What stands in clear under a hash that is not its own is damaged, and stays so under its name.
  const hash = isSealed ? createHash('sha256').update(plain).digest('hex').slice(0, stem.length) : stem
  const names = sealed.seal?.keyedNames(isArchive ? 'archive' : 'checkpoint', hash) ?? [hash]
  return `${target === 'plain' ? hash : names[0]}${extension}`
}

/** Of what stands beside a transcript while that is sealed anew: its lines as they were. */
const besideExtension = '.resealed.jsonl'

/**
 * Lines may be appended at any moment. So the old file gets a second name, the new one takes its place, and what came to
 * the old one since is appended to the new one: whoever appends later notices that the file is another. Until the second
 * name is gone, whoever reads a transcript reads both files, and lines that stand in both count once.
 */
function resealLog(context: ResealContext, path: string, rule: FileRule): Resealed | 'overtaken' {
  const { bare, sealed, target, randomName } = context
  const { seal } = sealed
  if (seal === undefined) return 'same'
  const isTranscript = rule.form === 'transcript'
  if (isTranscript && path.endsWith(besideExtension)) return finishBeside(context, path)
  const id = rule.id ?? ''
  const place = { kind: rule.kind, id: isTranscript ? transcriptOf(context, path, id) : id }
  const resealer = new LineResealer(seal, path, place, target, randomName().slice(0, 16))
  const fd = bare.openRead(path)
  try {
    const { size, ino } = bare.statOpen(fd)
    const made = resealer.next(Buffer.from(readOpenRange(bare, fd, 0, size)), 0)
    if (made.changed === 0) return made.unopened === 0 ? 'same' : unopened(made.unopened)
    const beside = isTranscript ? `${path.slice(0, -'.jsonl'.length)}${besideExtension}` : undefined
    if (beside !== undefined) {
      removeQuietly(bare, beside)
      bare.link(path, beside)
      bare.syncFolder(dirname(path))
    }
    if (bare.stat(path)?.ino !== ino) {
      if (beside !== undefined) removeQuietly(bare, beside)
      return 'overtaken'
    }
    // What cannot be opened stays as it stands, so nothing is to seal the new file but this.
    writeDurably(bare, path, made.bytes, { replace: true, randomName })
    const late = Buffer.from(readOpenRange(bare, fd, size, Math.max(0, bare.statOpen(fd).size - size)))
    if (late.length > 0) appendTo(bare, path, resealer.next(late, size).bytes)
    if (beside !== undefined) bare.unlink(beside)
    return made.unopened === 0 ? 'changed' : unopened(made.unopened)
  } finally {
    bare.close(fd)
  }
}

function unopened(count: number): Resealed {
  return { reason: `${count} of its lines cannot be opened` }
}

/** A run that was cut short left the old lines beside the new file: those it lacks are appended to it. */
function finishBeside({ bare, sealed, target, randomName }: ResealContext, beside: string): Resealed {
  const { seal } = sealed
  const path = `${beside.slice(0, -besideExtension.length)}.jsonl`
  if (seal === undefined || bare.stat(path) === undefined) return { reason: 'its transcript is not there' }
  const plainLines = (file: string): Map<string, Buffer> => {
    const found = new Map<string, Buffer>()
    for (const line of Buffer.from(readWholeFile(bare, file)).toString('latin1').split('\n')) {
      const bytes = Buffer.from(line, 'latin1')
      const opened = seal.openLine(file, bytes)
      const plain = opened.status === 'open' ? Buffer.from(opened.bytes) : bytes
      found.set(plain.toString('latin1'), bytes)
    }
    return found
  }
  const there = plainLines(path)
  const missing = [...plainLines(beside)].filter(([plain]) => plain !== '' && !there.has(plain))
  if (missing.length > 0) {
    const id = basename(path).slice(0, -'.jsonl'.length)
    const place = { kind: 'transcript', id }
    const resealer = new LineResealer(seal, beside, place, target, randomName().slice(0, 16))
    const bytes = Buffer.concat(missing.flatMap(([, line]) => [line, Buffer.from('\n')]))
    appendTo(bare, path, resealer.next(bytes, bare.stat(path)?.size ?? 0).bytes)
  }
  bare.unlink(beside)
  return 'changed'
}

function appendTo(bare: Disk, path: string, lines: Buffer): void {
  const handle = openForAppend(bare, path)
  try {
    const { status } = handle.append(Buffer.concat([Buffer.from('\n'), lines]))
    if (status === 'acknowledged') return
  } finally {
    handle.close()
  }
  throw new ChatCliError('storage', `${path} was moved away meanwhile`, { hint: 'Run it again.' })
}

/** The lines of a file that a writer has beside a transcript belong to that. */
function transcriptOf({ bare }: ResealContext, path: string, id: string): string {
  const dot = id.lastIndexOf('.')
  if (dot < 0) return id
  const main = id.slice(0, dot)
  return bare.stat(join(dirname(path), `${main}.jsonl`)) === undefined ? id : main
}

function isSame(a: FileStat | undefined, b: FileStat): boolean {
  return (
    a !== undefined &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs
  )
}
