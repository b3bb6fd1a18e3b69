import type { Language } from './detect-language.ts'

/**
 * Terms of the index that are no words (no word holds a colon), so that every index carries these facts without knowing
 * of them. A message with this one is an answer of this memory.
 */
export const echoTerm = 'echo:'

/** Term in the title of every session that is in a language. */
export function languageMark(language: Language): string {
  return `lang:${language}`
}
