/**
 * Tokens of a text, roughly, without the tokenizer of any model: what is left of the error is taken out by
 * `TokenScale`, from what providers report.
 *
 * The figures are rounded from what byte-pair vocabularies of 100,000 to 260,000 entries are known to need (those of
 * OpenAI's cl100k and o200k, which were looked at most; others lie within a factor of 1.5), on the side of too many:
 *
 * - Latin words: 1 up to 3 letters, then 0.55 + 0.13 a letter, so that English comes to 4.3 characters a token and
 *   Portuguese or Spanish, with 0.6 more for each accented letter, to 3.9. Capitals within an identifier begin a word;
 *   words in capitals are rare in vocabularies: 0.4 a letter.
 * - Digits: groups of three at most, and some models take single ones: 0.4 a digit.
 * - Punctuation: pairs and triples of code are often one: 0.7 each; a line of one repeated character hardly counts.
 * - White space: a single blank belongs to the word behind it; a run, and line ends together, are 1.
 * - Cyrillic and Greek: 0.5 a word and 0.3 a letter. Arabic, Hebrew and other alphabets: 0.45 a letter. Scripts of
 *   India and South-East Asia: 0.55 a code unit.
 * - Han 0.95, kana 0.8, Hangul 0.75 a character (from 0.6 in vocabularies made for them to 1.3 in older ones).
 * - What lies beyond the basic plane, emoji above all: 2 a character. Anything else: 1.
 */
export function estimateTokens(text: string): number {
  if (kinds.length === 0) kinds = fillKinds()
  let tokens = 0
  for (let i = 0; i < text.length;) {
    const kind = kindOf(text.charCodeAt(i))
    let end = i + 1
    switch (kind) {
      case LOWER:
      case UPPER:
      case ACCENTED: {
        end = wordEnd(text, i)
        tokens += latinWord(text, i, end)
        break
      }
      case PUNCTUATION:
        end = sameEnd(text, i)
        tokens += end - i > 3 ? 1 + (end - i) / 16 : 0.7 * (end - i)
        break
      case SPACE:
        end = runEnd(text, i, SPACE)
        tokens += end - i > 1 ? 1 : 0
        break
      case WORDLIKE:
        end = runEnd(text, i, WORDLIKE)
        tokens += 0.5 + 0.3 * (end - i)
        break
      case LINE_END:
        end = runEnd(text, i, LINE_END)
        tokens += 1
        break
      default:
        end = runEnd(text, i, kind)
        tokens += (perCharacter[kind] ?? 1) * (end - i)
    }
    i = end
  }
  return Math.ceil(tokens)
}

const LOWER = 0
const UPPER = 1
const ACCENTED = 2
const DIGIT = 3
const PUNCTUATION = 4
const SPACE = 5
const LINE_END = 6
const WORDLIKE = 7
const ALPHABET = 8
const INDIC = 9
const HAN = 10
const KANA = 11
const HANGUL = 12
/** Half of a surrogate pair. */
const HALF = 13
const OTHER = 14

const perCharacter: Readonly<Record<number, number>> = {
  [DIGIT]: 0.4,
  [ALPHABET]: 0.45,
  [INDIC]: 0.55,
  [HAN]: 0.95,
  [KANA]: 0.8,
  [HANGUL]: 0.75,
  [HALF]: 1,
  [OTHER]: 1,
}

/** The first code unit behind each block, with what is in it. */
const blocks: readonly (readonly [end: number, kind: number])[] = [
  [0x0a, SPACE],
  [0x0b, LINE_END],
  [0x0d, SPACE],
  [0x0e, LINE_END],
  [0x21, SPACE],
  [0x30, PUNCTUATION],
  [0x3a, DIGIT],
  [0x41, PUNCTUATION],
  [0x5b, UPPER],
  [0x61, PUNCTUATION],
  [0x7b, LOWER],
  [0xa0, PUNCTUATION],
  [0xa1, SPACE],
  [0xc0, PUNCTUATION],
  [0x250, ACCENTED],
  [0x300, OTHER],
  [0x370, ACCENTED],
  [0x530, WORDLIKE],
  [0x900, ALPHABET],
  [0x10a0, INDIC],
  [0x1100, ALPHABET],
  [0x1200, HANGUL],
  [0x1700, ALPHABET],
  [0x1800, INDIC],
  [0x1e00, OTHER],
  [0x1f00, ACCENTED],
  [0x2000, WORDLIKE],
  [0x2010, SPACE],
  [0x2e80, OTHER],
  [0x3040, HAN],
  [0x3130, KANA],
  [0x3190, HANGUL],
  [0x31f0, HAN],
  [0x3200, KANA],
  [0xa000, HAN],
  [0xa960, ALPHABET],
  [0xa980, HANGUL],
  [0xac00, INDIC],
  [0xd800, HANGUL],
  [0xe000, HALF],
  [0xf900, OTHER],
  [0xfb00, HAN],
  [0x10000, OTHER],
]

let kinds: Uint8Array = new Uint8Array(0)

function kindOf(code: number): number {
  return kinds[code] ?? OTHER
}

function fillKinds(): Uint8Array {
  const filled = new Uint8Array(0x10000)
  let from = 0
  for (const [end, kind] of blocks) {
    filled.fill(kind, from, end)
    from = end
  }
  return filled
}

function runEnd(text: string, from: number, kind: number): number {
  let end = from + 1
  while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end++
  return end
}

function sameEnd(text: string, from: number): number {
  const code = text.charCodeAt(from)
  let end = from + 1
  while (end < text.length && text.charCodeAt(end) === code) end++
  return end
}

/** A word ends where an identifier begins its next part. */
function wordEnd(text: string, from: number): number {
  let end = from + 1
  let last = kindOf(text.charCodeAt(from))
  for (; end < text.length; end++) {
    const kind = kindOf(text.charCodeAt(end))
    if (kind > ACCENTED || (kind === UPPER && last === LOWER)) break
    last = kind
  }
  return end
}

function latinWord(text: string, from: number, to: number): number {
  let accents = 0
  let capitals = 0
  for (let i = from; i < to; i++) {
    const kind = kindOf(text.charCodeAt(i))
    if (kind === ACCENTED) accents++
    else if (kind === UPPER) capitals++
  }
  const length = to - from
  const plain = length <= 3 ? 1 : 0.55 + 0.13 * length
  return (capitals > 1 && capitals * 2 > length ? Math.max(1, 0.4 * length) : plain) + 0.6 * accents
}
