import { isSameFile } from '../disk/is-same-file.ts'
import { isMissing } from './is-missing.ts'
import type { StoreContext } from './store-context.ts'

const mostTries = 10

/**
 * Reads a transcript with the files beside it, again when another file took its place meanwhile, or one beside it went: its
 * lines may have come to a part that was read before.
 *
 * @param path of the transcript
 * @param read lists the files beside it itself
 */
export function readSteadily<T>({ disk }: Pick<StoreContext, 'disk'>, path: string, read: () => T): T {
  for (let tries = 1; ; tries++) {
    const before = disk.stat(path)
    try {
      const found = read()
      if (tries === mostTries) return found
      const after = disk.stat(path)
      if (after === undefined || isSameFile(before, after)) return found
    } catch (error) {
      if (tries === mostTries || !isMissing(error) || disk.stat(path) === undefined) throw error
    }
  }
}
