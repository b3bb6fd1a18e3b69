import { dirname, resolve, sep } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { sha256 } from '../conversation/message-hash.ts'
import type { Disk } from '../disk/disk.ts'
import { followLink } from '../disk/follow-link.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { readRange } from '../disk/read-range.ts'
import { ChatCliError } from '../errors.ts'
import { estimateTokens } from '../models/token-count/estimate-tokens.ts'
import { checkAmount } from './check-context.ts'
import type { ContextFile, ContextMode } from './context.ts'
import { modeLimits } from './context-limits.ts'
import { looksLikeText, tellingBytes } from './scan/looks-like-text.ts'
import { type ScannedFile, scanSteps } from './scan/scan-files.ts'

export interface ReadSourcesOptions {
  readonly mode: ContextMode
  /** That of this program: left out wherever it lies by now. */
  readonly home: string
  /** What was read before: a file of the same size and time is not read again. */
  readonly before?: readonly ContextFile[]
  /** Files that were no text, by path, as they were then: they are not looked into again. Added to. */
  readonly binaries?: Map<string, string>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined
}

/** How far reading got. */
export interface ReadProgress {
  readonly done: number
  /** Undefined while it is not known how many there are. */
  readonly total: number | undefined
  /** Bytes read. */
  readonly bytes: number
}

export interface SourcesRead {
  readonly files: readonly ContextFile[]
  /** What was left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** As many files as anybody is told of: a tree without an end is not walked to the end. */
const MOST_SEEN = 250_000
/** Files between two moments in which others get their turn. */
const BREATH = 32

/**
 * Where the sources of a context are: absolute, a link at the end followed, each once.
 *
 * @param home that of this program, which is no source: it holds conversations and keys
 * @throws ChatCliError `not-found`, `refused`
 */
export function sourcePaths(
  disk: Disk,
  paths: readonly string[],
  { cwd, home }: { readonly cwd: string; readonly home: string },
): readonly string[] {
  const found = new Set<string>()
  for (const given of paths) {
    const path = followLink(resolve(cwd, given))
    if (disk.stat(path) === undefined) {
      throw new ChatCliError('not-found', `There is nothing at ${path}`, {
        hint: 'Name files and folders that exist; one with a space stands in quotation marks.',
      })
    }
    const wall = followLink(resolve(home))
    if (isInside(path, wall) || isInside(wall, path) || leadsInto(disk, path, wall)) {
      throw new ChatCliError('refused', `${path} holds what ChatCLI itself keeps, or is part of it`, {
        hint: 'Name the folders beside it; conversations are found with /search.',
      })
    }
    found.add(path)
  }
  return [...found]
}

/**
 * Reads the files that sources have, as text.
 *
 * @param sources absolute, there
 * @throws ChatCliError `usage` when they are too many or too large for the mode, as `scanFiles`, and the reason of `signal`
 */
export async function readSources(
  disk: Disk,
  sources: readonly string[],
  { mode, home, before = [], binaries = new Map(), signal, onProgress }: ReadSourcesOptions,
): Promise<SourcesRead> {
  const known = new Map(before.map((file) => [file.path, file]))
  const same = (file: ScannedFile): ContextFile | undefined => {
    const old = known.get(file.path)
    const isSame = old?.size === file.size && old.mtimeMs === file.mtimeMs && old.content !== undefined
    return isSame ? old : undefined
  }
  const most = modeLimits[mode]
  let texts = 0
  const isText = (file: ScannedFile): boolean => {
    if (binaries.get(file.path) === file.stamp) return false
    // What is too much anyway is not looked into.
    const isIt =
      texts > most.files ||
      same(file) !== undefined ||
      looksLikeText(readRange(disk, file.path, 0, tellingBytes))
    if (isIt) texts++
    else binaries.set(file.path, file.stamp)
    return isIt
  }
  const steps = scanSteps(disk, sources, {
    forbidden: [home],
    limits: { files: MOST_SEEN, bytes: Infinity, fileBytes: most.bytes },
    isText,
    signal,
    onProgress: (files) => onProgress?.({ done: files, total: undefined, bytes: 0 }),
  })
  let step = steps.next()
  while (step.done !== true) {
    await breath()
    step = steps.next()
  }
  const scan = step.value
  const found = new Map(scan.files.map((file) => [file.path, file]))
  const size = [...found.values()].reduce((sum, file) => sum + file.size, 0)
  checkAmount(mode, { files: found.size, bytes: size })
  const files: ContextFile[] = []
  const skipped = countSkipped(scan.skipped.map(({ reason }) => reason))
  let bytes = 0
  for (const file of found.values()) {
    const old = same(file)
    if (old !== undefined) {
      files.push(old)
      continue
    }
    const read = readFile(disk, file)
    if (read === undefined) skipped['unreadable'] = (skipped['unreadable'] ?? 0) + 1
    else files.push(read)
    bytes += file.size
    if (files.length % BREATH !== 0) continue
    onProgress?.({ done: files.length, total: found.size, bytes })
    await breath()
    signal?.throwIfAborted()
  }
  onProgress?.({ done: found.size, total: found.size, bytes })
  return { files, skipped }
}

/** Whether a path leads into a folder through a link on its way. */
function leadsInto(disk: Disk, path: string, folder: string): boolean {
  const inner = disk.stat(`${folder}/.`)
  if (inner === undefined) return false
  let at = disk.stat(path)?.kind === 'folder' ? path : dirname(path)
  for (;;) {
    const stat = disk.stat(`${at}/.`)
    if (stat?.ino === inner.ino && stat.dev === inner.dev) return true
    if (dirname(at) === at) return false
    at = dirname(at)
  }
}

/** Whether a path is that of a folder, or of something in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Undefined for a file that went away or cannot be read: the others count all the same. */
function readFile(disk: Disk, { path, mtimeMs }: ScannedFile): ContextFile | undefined {
  try {
    const bytes = readWholeFile(disk, path)
    const content = new TextDecoder('utf-8').decode(bytes)
    return {
      path,
      size: bytes.length,
      mtimeMs,
      hash: sha256(bytes),
      tokens: estimateTokens(content),
      content,
    }
  } catch {
    return undefined
  }
}

function countSkipped(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
