import { recallKeyOf } from '../conversation/compaction/recall-marker.ts'
import type { Archive } from './archive.ts'

/** An archive that leaves nothing on the disk: what is not to be kept anywhere can still be recalled while it is open. */
export function memoryArchive(): Pick<Archive, 'put' | 'get'> {
  const texts = new Map<string, string>()
  return {
    put(text) {
      // So many digits that no other text has them.
      const key = recallKeyOf(text, 64)
      texts.set(key, text)
      return key
    },
    get: (key) => texts.get(key.toLowerCase()),
  }
}
