import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { basename } from 'node:path'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { parseReplacedName } from '../replaced-name.ts'
import { walkFiles } from '../storage/walk-files.ts'
import { type FileRule, fileRule } from './file-rule.ts'
import { isOurFile } from './is-our-file.ts'
import { type ResealContext, resealFile } from './reseal-file.ts'

export interface ResealReport {
  /** Files that are as they are to be now, and those that were so before. */
  readonly changed: number
  readonly same: number
  /** Temp files of programs that were stopped, which are gone. */
  readonly swept: number
  /** Files that stay as they were. */
  readonly left: readonly { readonly path: string; readonly reason: string }[]
}

export interface ResealProgress {
  readonly done: number
  readonly total: number
}

/** What was replaced comes behind the file in its place. */
function orderOf(path: string, { form }: FileRule, mtimeMs: number): number {
  if (form !== 'transcript') return 0
  return parseReplacedName(path) === undefined ? mtimeMs : Infinity
}

/** A program that is alive has put its file in place by then. */
const strayAfterMs = 60_000

/**
 * Brings every file of a home under the target, transcripts last and of those the ones last written to last. It can be cut
 * short at any moment, and goes on when it is called again.
 *
 * @yields how far it is
 * @throws ChatCliError `storage`; the disk's own errors
 */
export function* resealHome(
  context: ResealContext,
  now: number,
): Generator<ResealProgress, ResealReport, undefined> {
  const { bare, home } = context
  const left: { path: string; reason: string }[] = []
  const totals = { changed: 0, same: 0, swept: 0 }
  const files: { readonly path: string; readonly rule: FileRule; readonly order: number }[] = []
  for (const { path, stat } of walkFiles(bare, home.root)) {
    if (stat.kind !== 'file') continue
    if (isTempFileName(basename(path))) {
      if (Math.max(stat.mtimeMs, stat.ctimeMs) >= now - strayAfterMs) continue
      removeQuietly(bare, path)
      totals.swept++
      continue
    }
    const rule = fileRule(home, path)
    if (rule === undefined || rule.form === 'plain' || !isOurFile(bare, home, path)) continue
    files.push({ path, rule, order: orderOf(path, rule, stat.mtimeMs) })
  }
  files.sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
  for (const [done, { path, rule }] of files.entries()) {
    yield { done, total: files.length }
    const result = resealFile(context, path, rule)
    if (typeof result === 'object') left.push({ path, reason: result.reason })
    else if (result !== 'gone') totals[result]++
  }
  yield { done: files.length, total: files.length }
  return { ...totals, left }
}
