import { basename, dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import { openForAppend } from '../../disk/append-durably.ts'
import type { Disk, FileDescriptor, FileStat } from '../../disk/disk.ts'
import { readOpenRange, readWholeFile } from '../../disk/read-file.ts'
import { readRange } from '../../disk/read-range.ts'
import { lastLineStart, wholeLinesFrom } from '../../disk/whole-lines.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { isSealedFile, mostHeaderBytes, readHeader } from '../../seal/file-header.ts'
import { isLegacyData } from '../../seal/legacy-data.ts'
import { finishReplacement } from '../finish-replacement.ts'
import type { HomePaths } from '../home-paths.ts'
import { parseReplacedName } from '../replaced-name.ts'
import { type Replaced, type Replacement, replaceTranscript } from '../replace-transcript.ts'
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

/**
 * Lines may be appended at any moment: what came to the old file is taken along. A program that is stopped in between leaves
 * the old lines of a transcript beside it, where everybody reads them until somebody finishes it.
 */
function resealLog(context: ResealContext, path: string, rule: FileRule): Resealed | 'overtaken' {
  const { bare, sealed, target, randomName } = context
  const { seal } = sealed
  if (seal === undefined) return 'same'
  const isTranscript = rule.form === 'transcript'
  const id = rule.id ?? ''
  const place = { kind: rule.kind, id: isTranscript ? transcriptOf(context, path, id) : id }
  const resealer = (): LineResealer => new LineResealer(seal, path, place, target, randomName().slice(0, 16))
  const disks = { disk: bare, reader: sealed, randomName }
  let current = resealer()
  let lost = 0
  let from = 0
  const replacement = {
    copy(fd: FileDescriptor, size: number): Uint8Array | undefined {
      current = resealer()
      from = size
      const made = current.next(Buffer.from(readOpenRange(bare, fd, 0, size)), 0)
      lost = made.unopened
      return made.changed === 0 ? undefined : made.bytes
    },
    // What cannot be opened stays as it stands, so nothing is to seal the new file but this.
    late: (line: Uint8Array): Uint8Array => current.next(Buffer.from(line), from++).bytes,
  }
  if (isTranscript && parseReplacedName(path) !== undefined) {
    from = bare.stat(path)?.size ?? 0
    const isGone = finishReplacement(disks, path, replacement)
    return isGone ? 'changed' : { reason: 'it is being replaced at this moment' }
  }
  const done = isTranscript
    ? replaceTranscript(disks, path, replacement)
    : replaceLog(context, path, replacement)
  if (done === 'overtaken' || done === 'gone') return done
  if (lost > 0) return unopened(lost)
  return done === 'same' ? 'same' : 'changed'
}

/** A log holds no conversation, and has one file: what is appended at the very moment of a power cut may be lost. */
function replaceLog(
  { bare, randomName }: ResealContext,
  path: string,
  { copy, late }: Replacement,
): Replaced | 'overtaken' {
  const fd = bare.openRead(path)
  try {
    const { size, ino } = bare.statOpen(fd)
    const from = lastLineStart(bare, fd, size)
    const bytes = copy(fd, size)
    if (bytes === undefined) return 'same'
    if (bare.stat(path)?.ino !== ino) return 'overtaken'
    writeDurably(bare, path, bytes, { replace: true, randomName })
    const lines = [...wholeLinesFrom(bare, fd, from)]
    if (lines.length > 0) appendTo(bare, path, lines.map(late))
    return 'replaced'
  } finally {
    bare.close(fd)
  }
}

function unopened(count: number): Resealed {
  return { reason: `${count} of its lines cannot be opened` }
}

function appendTo(bare: Disk, path: string, lines: readonly Uint8Array[]): void {
  const newline = Buffer.from('\n')
  const handle = openForAppend(bare, path)
  try {
    const { status } = handle.append(Buffer.concat([newline, ...lines.flatMap((line) => [line, newline])]))
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
