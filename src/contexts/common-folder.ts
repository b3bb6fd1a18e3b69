import { dirname } from 'node:path'

/** The deepest folder that all these files are in; `''` when they have none in common. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => dirname(path).split('/'))
  const names = [...first]
  for (const other of others) {
    const same = names.findIndex((name, i) => other[i] !== name)
    if (same >= 0) names.length = same
  }
  return names.join('/')
}
