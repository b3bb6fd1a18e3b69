import type { ChatCliError } from '../errors.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { similarWords } from './similar-words.ts'

/**
 * What to do about an error, in the best words there are: for a session that does not exist, the names that look like
 * it; else the error's own hint; else what helps with errors of its kind. `''` when there is nothing to say.
 *
 * @param words what was typed, of which one may be the name
 * @param names of the sessions that may be proposed
 */
export function nameHint(
  error: ChatCliError,
  words: readonly string[],
  names: () => readonly string[],
  text: Catalogue,
): string {
  const usual = error.hint ?? text.hints[error.code]
  const word =
    error.code === 'not-found' ? words.find((typed) => error.message.includes(`"${typed}"`)) : undefined
  if (word === undefined || word === '') return usual
  try {
    const known = names()
    if (known.includes(word)) return usual
    const similar = similarWords(word, known)
    return similar.length === 0 ? usual : text.didYouMean(similar)
  } catch {
    // The error that is being explained is the one to tell.
    return usual
  }
}
