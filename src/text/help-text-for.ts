import { englishHelp, type HelpText } from './help-text.ts'
import type { Language } from './language-of.ts'
import { brazilianPortugueseHelp } from './pt-br-help.ts'

const helpTexts: Readonly<Record<Language, HelpText>> = { en: englishHelp, 'pt-BR': brazilianPortugueseHelp }

/** The texts of `--help`, in one language. */
export function helpTextFor(language: Language): HelpText {
  return helpTexts[language]
}
