import type { FileChange, FileContent } from './file-change.ts'

/** A file that can be brought back to what it was, if it still is what it was left as. */
export interface FileRestore {
  readonly path: string
  /** What it must be now. */
  readonly from: FileContent
  readonly to: FileContent
}

export interface RestorePlan {
  /** By path. */
  readonly restores: readonly FileRestore[]
  /** Files that somebody else changed in between, or whose content was not kept: they are left alone. */
  readonly kept: readonly string[]
}

/**
 * Which files go back to what they were before the first of some changes. A file goes back only when each change since
 * took up what the one before had left: else a person, a command or another conversation changed it meanwhile.
 *
 * @param changes all of a project, in the order they were made
 * @param isTakenBack the changes to be taken back
 */
export function planRestore(
  changes: readonly FileChange[],
  isTakenBack: (change: FileChange) => boolean,
): RestorePlan {
  const byPath = new Map<string, FileChange[]>()
  for (const change of changes) {
    const since = byPath.get(change.path)
    if (since !== undefined) since.push(change)
    else if (isTakenBack(change)) byPath.set(change.path, [change])
  }
  const restores: FileRestore[] = []
  const kept: string[] = []
  for (const [path, since] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const to = since[0]?.before ?? 'unknown'
    const from = since.at(-1)?.after ?? 'unknown'
    const isWhole = since.every(
      (change, at) =>
        (isTakenBack(change) || change.rewind !== undefined) &&
        change.after !== 'unknown' &&
        (at === 0 || change.before === since[at - 1]?.after),
    )
    if (!isWhole || to === 'unknown') kept.push(path)
    else if (from !== to) restores.push({ path, from, to })
  }
  return { restores, kept }
}
