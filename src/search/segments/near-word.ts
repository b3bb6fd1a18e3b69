/**
 * Tests bytes of terms against a word, to find those that may be one slip of the fingers away (a letter too many, one
 * missing, one wrong, two exchanged). What passes may still be farther away; what does not is not near.
 */
export interface NearWord {
  /** Whether a term is: the first `length` bytes of `term`. */
  isNear(term: Uint8Array, length: number): boolean
  /** Whether any term is that begins with these bytes. */
  mayBegin(beginning: Uint8Array): boolean
}

/** UTF-8 bytes that one slip changes: two letters of up to four bytes each. */
const slack = { plain: 2, other: 8 } as const

/** @param word UTF-8 */
export function nearWord(word: Uint8Array): NearWord {
  const isPlainWord = isPlain(word, word.length)
  const { length: size } = word

  /** How many bytes agree, from a place in the beginning and a place in the word, until one of them ends. */
  const agrees = (bytes: Uint8Array, at: number, inWord: number): boolean => {
    for (let i = at, j = inWord; i < bytes.length && j < size; i++, j++)
      if (bytes[i] !== word[j]) return false
    return true
  }

  return {
    isNear(term, length) {
      if (Math.abs(length - size) > slack.other) return false
      const most = isPlainWord && isPlain(term, length) ? slack.plain : slack.other
      const shorter = Math.min(length, size)
      let before = 0
      while (before < shorter && term[before] === word[before]) before++
      let behind = 0
      while (behind < shorter - before && term[length - 1 - behind] === word[size - 1 - behind]) behind++
      return Math.max(length, size) - before - behind <= most
    },
    mayBegin(beginning) {
      if (!isPlainWord || !isPlain(beginning, beginning.length)) return true
      let at = 0
      while (at < beginning.length && at < size && beginning[at] === word[at]) at++
      if (at === beginning.length) return true
      const wrong = agrees(beginning, at + 1, at + 1)
      const missing = agrees(beginning, at, at + 1)
      const extra = agrees(beginning, at + 1, at)
      const exchanged =
        beginning[at] === word[at + 1] &&
        (at + 1 === beginning.length || beginning[at + 1] === word[at]) &&
        agrees(beginning, at + 2, at + 2)
      return wrong || missing || extra || exchanged
    },
  }
}

function isPlain(bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[i]! > 127) return false
  return true
}
