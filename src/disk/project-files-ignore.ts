import ignore, { type Ignore } from 'ignore'

/** The lines of a `.gitignore`. */
export interface IgnoreRule {
  /** The folder its file is in, relative to the root: `''`, or ending in `/`. */
  readonly base: string
  readonly lines: Ignore
}

const never: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  'dist',
  '__pycache__',
  '.venv',
])

/** The rules of a `.gitignore` in the folder `base`, see gitignore(5); none when it says nothing. */
export function readIgnoreRules(text: string, base: string): readonly IgnoreRule[] {
  const patterns = text.replace(/^\uFEFF/, '')
  if (!/^[^#\s]/m.test(patterns)) return []
  return [{ base, lines: ignore({ ignorecase: false, allowRelativePaths: true }).add(patterns) }]
}

/**
 * Whether a walk leaves out the entry at `path`, relative to the root, in a folder that it did not leave out. The last
 * rule that fits decides, and a file nearer to the entry comes after one farther up.
 */
export function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRule[]): boolean {
  if (never.has(path.slice(path.lastIndexOf('/') + 1))) return true
  for (const { base, lines } of rules.toReversed()) {
    if (!path.startsWith(base)) continue
    const own = path.slice(base.length)
    const { ignored, unignored } = lines.test(isFolder ? `${own}/` : own)
    if (unignored) return false
    if (ignored && !isWithFolder(own, lines)) return true
  }
  return false
}

/** The rule is about the folder of the entry, which a nearer file took back. */
function isWithFolder(path: string, lines: Ignore): boolean {
  const end = path.lastIndexOf('/')
  return end > 0 && lines.ignores(path.slice(0, end + 1))
}
