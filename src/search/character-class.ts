/**
 * What a code point is to the analyzer: nothing searchable (`separator`), a digit or another part of a `word` that goes
 * with any script, a mark that belongs to the letter before it, a letter of a script written without spaces, a picture
 * that is a token of its own, or a letter of a script whose words do not mix with others'.
 */
export const CharacterClass = {
  separator: 1,
  word: 2,
  mark: 3,
  /** Han and kana, which mix inside one word. */
  cjk: 4,
  hangul: 5,
  thai: 6,
  picture: 7,
  latin: 8,
  greek: 9,
  cyrillic: 10,
  letter: 11,
} as const

export type CharacterClass = (typeof CharacterClass)[keyof typeof CharacterClass]

// Filled as characters are met: testing all 65,536 at start would cost every cold process milliseconds.
const known = new Uint8Array(0x10000)

/** Class of a Unicode code point. A lone surrogate is a separator. */
export function characterClass(codePoint: number): CharacterClass {
  if (codePoint > 0xffff) return classify(codePoint)
  const seen = known[codePoint]
  if (seen) return seen as CharacterClass
  const fresh = classify(codePoint)
  known[codePoint] = fresh
  return fresh
}

/** Whether a class is part of words between spaces. */
export function isWordClass(kind: CharacterClass): boolean {
  return kind === CharacterClass.word || kind >= CharacterClass.latin
}

function classify(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint)
  if (/\p{M}/u.test(character))
    return /\p{Script=Thai}/u.test(character) ? CharacterClass.thai : CharacterClass.mark
  if (/[\p{L}\p{N}]/u.test(character)) {
    // The long vowel marks are used by both kana but belong to no script.
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\uff9e\uff9f]/u.test(character)) {
      return CharacterClass.cjk
    }
    if (/\p{Script=Hangul}/u.test(character)) return CharacterClass.hangul
    if (/\p{Script=Thai}/u.test(character)) return CharacterClass.thai
    if (/[\p{N}\p{Script=Common}]/u.test(character)) return CharacterClass.word
    if (/\p{Script=Latin}/u.test(character)) return CharacterClass.latin
    if (/\p{Script=Greek}/u.test(character)) return CharacterClass.greek
    if (/\p{Script=Cyrillic}/u.test(character)) return CharacterClass.cyrillic
    return CharacterClass.letter
  }
  // Two of these make a flag.
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return CharacterClass.picture
  // Below U+2190 are © and ®, which people write inside names.
  if (codePoint >= 0x2190 && codePoint !== 0x2122 && /\p{Extended_Pictographic}/u.test(character)) {
    return CharacterClass.picture
  }
  return CharacterClass.separator
}
