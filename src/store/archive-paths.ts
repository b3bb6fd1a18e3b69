import { join } from 'node:path'
import type { StoreContext } from './store-context.ts'

/** Hex digits of a recall key: the published 16, and more where another text has those already. */
export const keyLengths: readonly [16, 32, 64] = [16, 32, 64]

const extension = '.ccr'

/**
 * Where the text of a key is kept: the first path is where it goes now, the others are where it may be from earlier.
 *
 * @param key a recall key; nothing else may become part of a path
 */
export function archiveFiles(
  { disk, home }: Pick<StoreContext, 'disk' | 'home'>,
  key: string,
): readonly [string, ...string[]] {
  const path = (name: string): string => join(home.ccr, `${name}${extension}`)
  const [first = key, ...others] = disk.seal?.keyedNames('archive', key) ?? [key]
  return [path(first), ...others.map(path)]
}

/** Whether a file of the archive's folder has such a name: the key itself, or in a sealed home what stands for it. */
export function isArchiveFile(name: string): boolean {
  return name.endsWith(extension) && isRecallKey(name.slice(0, -extension.length))
}

export function isRecallKey(text: string): boolean {
  return keyLengths.some((length) => length === text.length) && /^[0-9a-f]+$/.test(text)
}
