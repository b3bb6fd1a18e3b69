import type { ContextFile } from './context.ts'

export interface Changes {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** How many files are new, have another content, and are gone. */
export function countChanges(before: readonly ContextFile[], now: readonly ContextFile[]): Changes {
  const old = new Map(before.map((file) => [file.path, file]))
  const paths = new Set(now.map(({ path }) => path))
  const isChanged = (file: ContextFile): boolean => {
    const known = old.get(file.path)
    return (
      known !== undefined && known !== file && (known.hash ?? known.content) !== (file.hash ?? file.content)
    )
  }
  return {
    added: now.filter(({ path }) => !old.has(path)).length,
    changed: now.filter(isChanged).length,
    removed: before.filter(({ path }) => !paths.has(path)).length,
  }
}
