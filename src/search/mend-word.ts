import { isOneEdit } from './is-one-edit.ts'
import type { SearchIndex } from './search-index.ts'
import { stemWord } from './stem-word.ts'

/** Shorter words are one slip away from too many others; in a word with digits no other will do. */
const mendable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{5,32}$/u
const alphabet = 'abcdefghijklmnopqrstuvwxyz'

/**
 * The word that is meant by a folded one nobody ever wrote: of those one slip away the one most sessions have, then the
 * first by its letters. Undefined when there is none, or when the index cannot list its terms.
 */
export function mendWord(index: SearchIndex, word: string): string | undefined {
  if (index.terms === undefined || !mendable.test(word)) return undefined
  const near = (marker: string): Iterable<string> =>
    index.near?.(marker, word) ?? index.terms?.(marker + word.charAt(0)) ?? []
  const found = new Map<string, number>()
  const consider = (candidate: string, entry: string): void => {
    if (found.has(candidate) || !isOneEdit(word, candidate)) return
    const sessions = index.sessionStream(entry).sessions.length
    if (sessions > 0) found.set(candidate, sessions)
  }
  for (const entry of near('=')) consider(entry.slice(1), entry)
  const inflected = new Set([...found.keys()].map(stemWord))
  for (const entry of near('')) {
    // A stem that is the stem of some longer word nearby is probably no word itself.
    if (stemWord(entry) === entry && !inflected.has(entry)) consider(entry, entry)
  }
  if (found.size === 0)
    for (const candidate of otherBeginnings(word)) {
      for (const entry of ['=' + candidate, candidate]) consider(candidate, entry)
    }
  const [best] = [...found].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return best?.[0]
}

/** Words with a slip in the first letter. */
function otherBeginnings(word: string): string[] {
  const rest = word.slice(1)
  return [
    rest,
    rest.charAt(0) + word.charAt(0) + rest.slice(1),
    ...Array.from(alphabet, (letter) => letter + rest),
    ...Array.from(alphabet, (letter) => letter + word),
  ]
}
