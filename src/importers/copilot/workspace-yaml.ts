import type { Disk } from '../../disk/disk.ts'
import type { Fields } from '../shared/fields.ts'
import { fileHead } from '../shared/file-head.ts'

/** What comes later in a longer one is no part of its head. */
const LONGEST = 2 ** 20

/**
 * The texts at the top level of the small YAML file beside a session: plain, quoted, or a block of lines (`|`, `>`).
 * Everything else in it is stepped over.
 */
export function workspaceYaml(disk: Disk, path: string): Fields {
  const lines = fileHead(disk, path, LONGEST).toString('utf8').split(/\r?\n/)
  const fields: Record<string, string> = {}
  for (let i = 0; i < lines.length; i++) {
    const [, key, given = ''] = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(lines[i] ?? '') ?? []
    if (key === undefined) continue
    const block: string[] = []
    while (/^(\s|$)/.test(lines[i + 1] ?? 'x') && i + 1 < lines.length) block.push((lines[++i] ?? '').trim())
    fields[key] = /^[|>]/.test(given)
      ? block.join(given.startsWith('>') ? ' ' : '\n').trim()
      : scalar([given, ...block].join(' ').trim())
  }
  return fields
}

function scalar(text: string): string {
  const single = /^'((?:[^']|'')*)'/.exec(text)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  const double = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0]
  if (double === undefined) return text.replace(/\s#.*$/, '').replace(/^(null|~)$/, '')
  try {
    return String(JSON.parse(double))
  } catch {
    return double.slice(1, -1)
  }
}
