const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
}

/**
 * Lower-cases a word and takes the accents off its Latin letters (`Ação` → `acao`, `Straße` → `strasse`). Marks of other
 * scripts stay, since there they tell words apart. The length may change.
 */
export function foldCharacters(word: string): string {
  const lower = word.toLowerCase()
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøłđðþħıŧŋĸ]/g, (letter) => letters[letter] ?? letter)
}
