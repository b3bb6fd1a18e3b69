import { recallKeyOf } from '../conversation/compaction/recall-marker.ts'
import type { Archive } from './archive.ts'

/** An archive that leaves nothing on the disk: what is not to be kept anywhere can still be recalled while it is open. */
export function memoryArchive(): Pick<Archive, 'put' | 'keyOf' | 'get'> {
  const texts = new Map<string, string>()
  // So many digits that no other text has them.
  const keyOf = (text: string): string => recallKeyOf(text, 64)
  return {
    put(text) {
      const key = keyOf(text)
      texts.set(key, text)
      return key
    },
    keyOf,
    get: (key) => texts.get(key.toLowerCase()),
  }
}
