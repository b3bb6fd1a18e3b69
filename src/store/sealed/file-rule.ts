import { basename, relative, sep } from 'node:path'
import type { HomePaths } from '../home-paths.ts'

/**
 * How a file of the home stands on a disk that seals. `plain`: it holds nothing that was said. `whole`, `blocks`: a sealed
 * file. `transcript`: sealed lines, read as they stand. `log`: sealed lines, read as if they were not.
 */
export interface FileRule {
  readonly form: 'plain' | 'whole' | 'blocks' | 'transcript' | 'log'
  readonly kind: string
  /** What the file is sealed as; undefined when its content says that. */
  readonly id: string | undefined
}

const plain: FileRule = { form: 'plain', kind: '', id: '' }
const plainAtTop: ReadonlySet<string> = new Set(['home.json', 'config.toml', 'keys.json'])
/** Ids and times only. */
const plainInState: ReadonlySet<string> = new Set(['changed.jsonl', 'changed.old.jsonl', 'tombstones.jsonl'])

/**
 * The rule for a path; undefined outside the home. What nobody thought of is sealed.
 *
 * @param path absolute
 */
export function fileRule({ root }: Pick<HomePaths, 'root'>, path: string): FileRule | undefined {
  if (!path.startsWith(root)) return undefined
  const under = relative(root, path)
  if (under === '' || under.startsWith('..')) return undefined
  const parts = under.split(sep)
  const [folder = '', second = ''] = parts
  const name = basename(path)
  if (isLock(parts)) return plain
  if (parts.length === 1 && plainAtTop.has(name)) return plain
  if (folder === 'state' && parts.length === 2 && plainInState.has(name)) return plain
  const id = parts.join('/')
  if (folder === 'trash') {
    if (name === 'why.json') return { form: 'whole', kind: 'trash', id: second }
    return movedRule(name)
  }
  if (folder === 'sessions' || folder === 'transcripts' || folder === 'ccr') return movedRule(name)
  if (name.endsWith('.seg')) return { form: 'blocks', kind: 'index', id: name }
  if (folder === 'index') return { form: 'whole', kind: 'index', id: name }
  // What stands there is written whole; nothing is ever appended.
  if (folder === 'contexts') return { form: 'whole', kind: 'file', id }
  if (name.endsWith('.jsonl') || name.endsWith('history')) return { form: 'log', kind: 'log', id }
  return { form: 'whole', kind: 'file', id }
}

/** Of the history, of retention and of the index. Elsewhere a file of that name may be somebody's `yarn.lock`. */
function isLock(parts: readonly string[]): boolean {
  const [folder = ''] = parts
  const name = parts.at(-1) ?? ''
  if (folder === 'index') return name === 'lock'
  return name.endsWith('.lock') && (parts.length === 1 || (folder === 'state' && parts.length === 2))
}

/** Files that may be moved, into the trash and back. */
function movedRule(name: string): FileRule {
  if (name.endsWith('.jsonl'))
    return { form: 'transcript', kind: 'transcript', id: name.slice(0, -'.jsonl'.length) }
  if (name.endsWith('.ccr')) return { form: 'whole', kind: 'archive', id: name.slice(0, -'.ccr'.length) }
  return { form: 'whole', kind: 'session', id: undefined }
}
