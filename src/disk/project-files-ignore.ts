import { projectGlob } from './project-files-glob.ts'

/** One line of a `.gitignore`. */
export interface IgnoreRule {
  /** The folder its file is in, relative to the root: `''`, or ending in `/`. */
  readonly base: string
  readonly pattern: RegExp
  readonly foldersOnly: boolean
  /** It takes back what earlier ones ignore. */
  readonly negated: boolean
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

/** The rules of a `.gitignore` in the folder `base`, see gitignore(5). */
export function readIgnoreRules(text: string, base: string): readonly IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.startsWith('#') ? '' : line.replace(/(?<!\\)\s+$/, '')
    const [, not = '', body = '', slash = ''] = /^(!?)(.*?)(\/*)$/.exec(trimmed) ?? []
    if (body === '') return []
    const path = body.replace(/^\//, '')
    const anywhere = body.includes('/') ? path : `**/${path}`
    return [{ base, pattern: projectGlob(anywhere), foldersOnly: slash !== '', negated: not !== '' }]
  })
}

/** Whether a walk leaves out the entry at `path`, relative to the root. The last rule that fits decides. */
export function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRule[]): boolean {
  if (never.has(path.slice(path.lastIndexOf('/') + 1))) return true
  const rule = rules.findLast(
    ({ base, pattern, foldersOnly }) =>
      (isFolder || !foldersOnly) && path.startsWith(base) && pattern.test(path.slice(base.length)),
  )
  return rule !== undefined && !rule.negated
}
