const supported = ['en', 'fr', 'nl'] as const
export type Language = (typeof supported)[number]

/** The language of the page: what was chosen before, else the first of the browser's that we have, else English. */
export function chooseLanguage(stored: string | null, browser: readonly string[]): Language {
  const wanted = [stored ?? '', ...browser].map((tag) => tag.slice(0, 2).toLowerCase())
  return supported.find((language) => language === wanted.find((tag) => supported.some((one) => one === tag))) ?? 'en'
}
