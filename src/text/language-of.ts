/** The languages this program speaks. */
export type Language = 'en' | 'pt-BR'

/**
 * The language for a tag or POSIX locale such as `pt`, `pt-BR` or `pt_BR.UTF-8`: every form of Portuguese is
 * `pt-BR`, everything else is `en`.
 */
export function languageOf(tag: string): Language {
  return /^pt(?![a-z])/i.test(tag) ? 'pt-BR' : 'en'
}
