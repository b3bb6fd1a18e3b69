import { dirname, join, sep } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { type IgnoreRule, readIgnoreRules } from '../../disk/project-files-ignore.ts'
import { readRange } from '../../disk/read-range.ts'

/** What git would leave out of a folder by what stands above it. */
export interface RulesAbove {
  /** Way from the top of the repository to the folder: `''`, or ending in `/`. Rules are about paths from the top. */
  readonly prefix: string
  readonly rules: readonly IgnoreRule[]
}

const mostBytes = 100_000

/** The rules of the repository that a folder is in, down to it but without its own; none outside of a repository. */
export function rulesAbove(disk: Disk, folder: string): RulesAbove {
  const above: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    if (holdsRepository(disk, at)) {
      const names = above.toReversed()
      const prefixes = names.map((_, i) => (i === 0 ? '' : `${names.slice(0, i).join('/')}/`))
      const rules = [
        ...readIgnoreRules(readIgnoreText(disk, join(at, '.git', 'info', 'exclude')), ''),
        ...prefixes.flatMap((base) =>
          readIgnoreRules(readIgnoreText(disk, join(at, base, '.gitignore')), base),
        ),
      ]
      return { prefix: names.map((name) => `${name}/`).join(''), rules }
    }
    const parent = dirname(at)
    if (parent === at) return { prefix: '', rules: [] }
    above.push(at.slice(parent.endsWith(sep) ? parent.length : parent.length + 1))
  }
}

/** The text of a file of patterns, or none when it cannot be read. */
export function readIgnoreText(disk: Disk, path: string): string {
  try {
    return Buffer.from(readRange(disk, path, 0, mostBytes)).toString('utf8')
  } catch {
    return ''
  }
}

function holdsRepository(disk: Disk, folder: string): boolean {
  try {
    return disk.stat(join(folder, '.git')) !== undefined
  } catch {
    return false
  }
}
