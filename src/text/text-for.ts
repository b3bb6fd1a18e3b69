import { type Catalogue, english } from './catalogue.ts'
import type { Language } from './language-of.ts'
import { brazilianPortuguese } from './pt-br.ts'

const catalogues: Readonly<Record<Language, Catalogue>> = { en: english, 'pt-BR': brazilianPortuguese }

/** Everything the program says, in one language. */
export function textFor(language: Language): Catalogue {
  return catalogues[language]
}
