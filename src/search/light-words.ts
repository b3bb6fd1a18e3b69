import type { Language } from './detect-language.ts'
import { detectLanguage } from './detect-language.ts'
import { framingWords } from './framing-words.ts'
import { languageWords } from './language-words.ts'
import { stopWords } from './stop-words.ts'

/** Characters of Chinese that are grammar more often than meaning; a pair with one of them says little. */
const grammar = /[的了吗嗎么麼什呢是在哪我们們你您他她它这這那和与與就都也把被吧啊个個怎谁誰]/u
/** A pair of hiragana is an ending or a particle, and a lone one too. */
const hiragana = /^[\u3041-\u309f]{1,2}$/u

/**
 * Tells the words of a query that say little of what is sought: small words of English, Portuguese and Spanish, of the
 * query's own language where that is another, words that frame an act of remembering, and grammar of Chinese and
 * Japanese. The test takes a folded word or pair of characters.
 */
export function lightWords(query: string): (exact: string) => boolean {
  const language = detectLanguage(query)
  const own = new Set(isWordLanguage(language) ? languageWords[language] : [])
  return (exact) =>
    stopWords.has(exact) ||
    framingWords.has(exact) ||
    own.has(exact) ||
    hiragana.test(exact) ||
    (exact.length === 2 && grammar.test(exact))
}

function isWordLanguage(language: Language | undefined): language is keyof typeof languageWords {
  return language !== undefined && language in languageWords
}
