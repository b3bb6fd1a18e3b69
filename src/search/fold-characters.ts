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
  ς: 'σ',
}

/**
 * Lower-cases a word and takes off the accents with which the same word is also found without: all of Latin and Greek
 * letters (`Ação` → `acao`, `Straße` → `strasse`, `Λόγος` → `λογοσ`), of Cyrillic ones the stress and the dots of `ё`. Other
 * marks stay, since they tell words apart. The length may change.
 */
export function foldCharacters(word: string): string {
  const lower = word.toLowerCase()
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '$1')
    .replace(/(\p{Script=Cyrillic})[\u0300\u0301]+|(е)\u0308/gu, '$1$2')
    .normalize('NFC')
    .replace(/[ßæœøłđðþħıŧŋĸς]/g, (letter) => letters[letter] ?? letter)
}
