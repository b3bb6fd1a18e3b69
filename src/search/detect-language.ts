import { foldCharacters } from './fold-characters.ts'
import type { WordLanguage } from './language-words.ts'
import { languageWords } from './language-words.ts'

/** Two letters of ISO 639-1. */
export type Language = WordLanguage | 'ja' | 'zh' | 'ko' | 'th' | 'ru' | 'el' | 'ar' | 'he' | 'hi'

/** UTF-16 code units that are enough to tell. */
const enough = 20_000
/** Small words that a text must hold, and how far the best language must be ahead of the next. */
const fewest = 2
const lead = 1.2

const scripts: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
]

/** For each small word, the languages that have it. */
const known = new Map<string, WordLanguage[]>()
for (const [language, words] of Object.entries(languageWords) as [WordLanguage, readonly string[]][]) {
  for (const word of words) known.set(word, [...(known.get(word) ?? []), language])
}

/** The language most of a text is in, told by its script or its small words; undefined when that is not clear. */
export function detectLanguage(text: string): Language | undefined {
  const sample = text.slice(0, enough)
  return detectScript(sample) ?? detectWords(sample)
}

function detectScript(text: string): Language | undefined {
  if (/^[\u0000-\u024f\u2000-\u2bff]*$/.test(text)) return undefined
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  const counts = new Map(scripts.map(([language, script]) => [language, text.match(script)?.length ?? 0]))
  const kana = counts.get('ja') ?? 0
  // Japanese is written with Han characters too; a tenth of kana is more than Chinese ever has.
  const han = counts.get('zh') ?? 0
  if (kana * 10 > han) counts.set('ja', kana + han).set('zh', 0)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  // One character of these scripts says about as much as three Latin letters.
  return best !== undefined && best[1] > 0 && best[1] * 3 > latin ? best[0] : undefined
}

function detectWords(text: string): WordLanguage | undefined {
  const votes = new Map<WordLanguage, number>()
  let words = 0
  for (const word of wordsOf(text)) {
    const languages = known.get(word)
    if (languages === undefined) continue
    words++
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length)
  }
  const [best, next] = [...votes].sort((a, b) => b[1] - a[1])
  return words >= fewest && best !== undefined && best[1] > lead * (next?.[1] ?? 0) ? best[0] : undefined
}

/** The words of a text, folded; most text is ASCII, which is folded at once. */
function wordsOf(text: string): readonly string[] {
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase().match(/[a-z]+/g) ?? []
  return (text.match(/\p{L}+/gu) ?? []).map(foldCharacters)
}
