import { basename, join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { readText } from '../../disk/read-text.ts'
import type { StoreContext } from '../store-context.ts'
import type { PlannedItem, PruneItem, PruneReason } from './prune-item.ts'
import { foldersIn, type FoundFile, walkFiles } from './walk-files.ts'

const DAY = 86_400_000
/** Places of which nobody expects that they last. */
const temporary = ['/tmp/', '/var/tmp/', '/private/tmp/', '/var/folders/', '/private/var/folders/']

/**
 * What of the checkpoints of coding can go: shadow repositories of the Go program whose working folder is gone,
 * temporary or unknown; folders nobody wrote to within the lifetime of sessions; and contents of files that no change
 * names. A folder that is neither ours nor such a repository stays.
 *
 * @param ttlDays 0 is for ever
 */
export function planCheckpoints(context: StoreContext, ttlDays: number): PlannedItem[] {
  const { disk, home, now } = context
  const root = join(home.root, 'checkpoints')
  if (disk.stat(root)?.kind !== 'folder') return []
  return disk.list(root).flatMap((name): PlannedItem[] => {
    const folder = join(root, name)
    if (disk.stat(folder)?.kind !== 'folder') return []
    const files = [...walkFiles(disk, folder)]
    const newest = files.reduce((latest, { stat }) => Math.max(latest, stat.mtimeMs), 0)
    const whole = (reason: PruneReason): PlannedItem => ({
      ...itemOf(reason, name, files),
      at: newest,
      how: 'remove',
      paths: files,
      folders: foldersIn(disk, folder),
    })
    const isOld = ttlDays > 0 && newest < now() - ttlDays * DAY
    const isOurs = files.some(({ path }) => path === join(folder, 'changes.jsonl'))
    if (isOurs) return isOld ? [whole('ttl')] : unnamed(context, folder, files)
    const repository = repositoryIn(disk, folder)
    if (repository === undefined) return []
    if (isLost(disk, repository.worktree)) return [whole('orphan')]
    return isOld ? [whole('ttl')] : []
  })
}

function itemOf(reason: PruneReason, name: string, files: readonly FoundFile[]): Omit<PruneItem, 'at'> {
  const bytes = files.reduce((sum, { stat }) => sum + stat.size, 0)
  return { store: 'checkpoints', reason, name, files: files.length, bytes }
}

/** Contents that were kept for a change that was never made. Young ones may be waiting for theirs. */
function unnamed({ disk, now }: StoreContext, folder: string, files: readonly FoundFile[]): PlannedItem[] {
  const named = contentsNamed(disk, join(folder, 'changes.jsonl'))
  if (named === undefined) return []
  const contents = join(folder, 'contents')
  const left = files.filter(
    ({ path, stat }) =>
      path === join(contents, basename(path)) &&
      /^[0-9a-f]{64}$/.test(basename(path)) &&
      !named.has(basename(path)) &&
      stat.mtimeMs < now() - DAY,
  )
  if (left.length === 0) return []
  const name = `${basename(folder)}/contents`
  return [{ ...itemOf('orphan', name, left), at: undefined, how: 'remove', paths: left, folders: [] }]
}

/** Undefined when a line cannot be read: it may name any of them. */
function contentsNamed(disk: Disk, path: string): ReadonlySet<string> | undefined {
  const named = new Set<string>()
  try {
    const lines = linesOf(readText(disk, path))
    // A sealed log shows only those lines that the key of this process opens.
    if (lines.length !== linesOf(rawText(disk, path)).length) return undefined
    for (const line of lines) {
      const { before, after } = JSON.parse(line) as Readonly<Record<string, unknown>>
      for (const hash of [before, after]) {
        if (typeof hash !== 'string') continue
        for (const name of disk.seal?.keyedNames('checkpoint', hash) ?? [hash]) named.add(name)
      }
    }
    return named
  } catch {
    return undefined
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** The bytes as they stand: a file that is open for appending is not read as if it were not sealed. */
function rawText(disk: Disk, path: string): string {
  const fd = disk.openAppend(path)
  try {
    return Buffer.from(readOpenRange(disk, fd, 0, disk.statOpen(fd).size)).toString('latin1')
  } finally {
    disk.close(fd)
  }
}

/** The shadow repository in a folder, and its working folder, when it names one. */
function repositoryIn(disk: Disk, folder: string): { readonly worktree: string | undefined } | undefined {
  for (const git of [folder, join(folder, '.git')]) {
    if (disk.stat(join(git, 'HEAD')) === undefined || disk.stat(join(git, 'config')) === undefined) continue
    try {
      const config = readText(disk, join(git, 'config'))
      return { worktree: /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(config)?.[1] }
    } catch {
      return undefined
    }
  }
  return undefined
}

function isLost(disk: Disk, worktree: string | undefined): boolean {
  if (worktree === undefined) return true
  if (temporary.some((place) => `${worktree}/`.startsWith(place))) return true
  try {
    return disk.stat(worktree) === undefined
  } catch {
    // A disk that is not there at the moment.
    return false
  }
}
