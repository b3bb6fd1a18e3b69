import type { Context, ContextFile } from './context.ts'

/** The files of several contexts; of one that more than one has, the newest, by its own time or that of its context. */
export function mergeFiles(contexts: readonly Context[]): readonly ContextFile[] {
  const newest = new Map<string, { readonly file: ContextFile; readonly at: number }>()
  for (const context of contexts) {
    for (const file of context.files) {
      const at = file.mtimeMs ?? Date.parse(context.updatedAt)
      const known = newest.get(file.path)
      if (known === undefined || at > known.at) newest.set(file.path, { file, at })
    }
  }
  return [...newest.values()].map(({ file }) => file).sort((a, b) => (a.path < b.path ? -1 : 1))
}
