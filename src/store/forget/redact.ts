import { wordsOf } from './words-of.ts'

/** Fields that hold words of people; the others hold names of lines, hashes, kinds and times. */
const wordy: ReadonlySet<string> = new Set([
  'content',
  'title',
  'label',
  'arguments',
  'summary',
  'text',
  'first_words',
  'archive_keys',
])

export interface Redacted<T> {
  readonly value: T
  readonly isChanged: boolean
}

/**
 * Empties every text in a value that has one of some words: derived texts, such as summaries, titles and labels, say
 * again what was said. Everything else stays as it is.
 *
 * @param isWordy whether the value itself stands where words may stand
 */
export function redact<T>(value: T, words: ReadonlySet<string>, isWordy = false): Redacted<T> {
  if (typeof value === 'string') {
    const isChanged = isWordy && hasAny(value, words)
    return { value: isChanged ? ('' as T) : value, isChanged }
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => redact(item, words, isWordy))
    const isChanged = items.some((item) => item.isChanged)
    if (!isChanged) return { value, isChanged }
    // Of a list of words or keys the item goes; of a list of anything else its place may matter.
    const left = items.filter((item) => !(item.isChanged && item.value === '')).map((item) => item.value)
    return { value: left as T, isChanged }
  }
  if (typeof value !== 'object' || value === null) return { value, isChanged: false }
  let isChanged = false
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const result = redact(inner, words, isWordy || wordy.has(key))
    isChanged ||= result.isChanged
    return [key, result.value] as const
  })
  return { value: isChanged ? (Object.fromEntries(entries) as T) : value, isChanged }
}

function hasAny(text: string, words: ReadonlySet<string>): boolean {
  for (const word of wordsOf(text)) if (words.has(word)) return true
  return false
}
