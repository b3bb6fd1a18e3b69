/** Suffixes of a step, the longest first, with what stands in their place, by their last letter. */
type Suffixes = ReadonlyMap<string, readonly (readonly [suffix: string, instead: string])[]>

const step2 = suffixes(
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log',
)
const step3 = suffixes('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:')
const step4 = suffixes(
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ou: ism: ate: iti: ous: ive: ize:',
)

/**
 * Stem of an English word of at least three letters a–z: Porter's algorithm (An algorithm for suffix stripping, 1980) with
 * his later changes (-bli, -logi), as `@orama/stemmers` has it but for -sion and -tion, which keep their s and t.
 */
export function englishStem(word: string): string {
  // A y in front is a consonant; in capitals it is none of the vowels below.
  if (!word.startsWith('y')) return stem(word)
  const found = stem('Y' + word.slice(1))
  return 'y' + found.slice(1)
}

function stem(word: string): string {
  let w = pastAndPlural(word)
  if (w.length > 1 && w.endsWith('y') && hasVowel(w, w.length - 1)) w = w.slice(0, -1) + 'i'
  w = replaced(w, step2, 1)
  w = replaced(w, step3, 1)
  w = lastSuffix(w)
  const shorter = w.length - 1
  if (shorter > 0 && w.endsWith('e')) {
    const m = measure(w, shorter)
    if (m > 1 || (m === 1 && !isShort(w, shorter))) w = w.slice(0, -1)
  }
  return w.endsWith('ll') && measure(w, w.length) > 1 ? w.slice(0, -1) : w
}

function pastAndPlural(word: string): string {
  let w = word
  if (w.endsWith('s')) {
    if ((w.endsWith('sses') && w.length > 4) || (w.endsWith('ies') && w.length > 3)) w = w.slice(0, -2)
    else if (w.length > 2 && w[w.length - 2] !== 's') w = w.slice(0, -1)
  }
  if (w.endsWith('eed') && w.length > 3) return measure(w, w.length - 3) > 0 ? w.slice(0, -1) : w
  const cut = w.endsWith('ed') ? 2 : w.endsWith('ing') ? 3 : 0
  if (cut === 0 || w.length <= cut || !hasVowel(w, w.length - cut)) return w
  w = w.slice(0, -cut)
  if (w.endsWith('at') || w.endsWith('bl') || w.endsWith('iz')) return w + 'e'
  const last = w.charAt(w.length - 1)
  if (w.length > 1 && last === w[w.length - 2] && !'aeiouylsz'.includes(last)) return w.slice(0, -1)
  return isShort(w, w.length) ? w + 'e' : w
}

function lastSuffix(w: string): string {
  const shorter = replaced(w, step4, 2)
  if (shorter !== w || suffixOf(w, step4) !== undefined) return shorter
  const length = w.length - 3
  const isOther = length > 0 && (w.endsWith('sion') || w.endsWith('tion'))
  return isOther && measure(w, length) > 1 ? w.slice(0, length) : w
}

/** The word without its longest suffix of a step, if what is left has at least this measure. */
function replaced(w: string, step: Suffixes, least: number): string {
  const found = suffixOf(w, step)
  if (found === undefined) return w
  const length = w.length - found[0].length
  return measure(w, length) >= least ? w.slice(0, length) + found[1] : w
}

function suffixOf(w: string, step: Suffixes): readonly [string, string] | undefined {
  return step.get(w.charAt(w.length - 1))?.find(([suffix]) => w.length > suffix.length && w.endsWith(suffix))
}

/** How often a vowel is followed by a consonant in the first `end` letters, neighbours of a kind taken as one. */
function measure(w: string, end: number): number {
  let at = onset(w, end)
  let m = 0
  while (at < end) {
    at++
    while (at < end && isVowel(w, at)) at++
    if (at >= end) break
    at++
    while (at < end && !isVowelOrY(w, at)) at++
    m++
  }
  return m
}

function hasVowel(w: string, end: number): boolean {
  return onset(w, end) < end
}

/** How many consonants there are in front. */
function onset(w: string, end: number): number {
  if (end === 0 || isVowel(w, 0)) return 0
  let at = 1
  while (at < end && !isVowelOrY(w, at)) at++
  return at
}

/** Consonants, a vowel and a consonant that is not w, x or y: a short syllable, and nothing else. */
function isShort(w: string, end: number): boolean {
  return (
    onset(w, end) === end - 2 &&
    end > 2 &&
    !isVowelOrY(w, end - 1) &&
    w[end - 1] !== 'w' &&
    w[end - 1] !== 'x'
  )
}

function isVowel(w: string, at: number): boolean {
  // a, e, i, o, u are letters 0, 4, 8, 14 and 20.
  const letter = w.charCodeAt(at) - 97
  return letter >= 0 && ((0x104111 >> letter) & 1) === 1
}

function isVowelOrY(w: string, at: number): boolean {
  return isVowel(w, at) || w.charCodeAt(at) === 121
}

function suffixes(list: string): Suffixes {
  const byLast = new Map<string, (readonly [string, string])[]>()
  for (const pair of list.split(' ')) {
    const [suffix = '', instead = ''] = pair.split(':')
    const last = suffix.charAt(suffix.length - 1)
    byLast.set(last, [...(byLast.get(last) ?? []), [suffix, instead]])
  }
  for (const all of byLast.values()) all.sort((a, b) => b[0].length - a[0].length)
  return byLast
}
