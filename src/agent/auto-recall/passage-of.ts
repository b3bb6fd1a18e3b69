import type { SessionHit } from '../../search/search-result.ts'

/**
 * The passage that tells most of what a session has to do with a question: the one with the most different words of it,
 * of several the strongest. A message may be strong by those beside it alone.
 */
export function passageOf({ messages }: SessionHit): string {
  let [best, most] = ['', -1]
  for (const { snippet } of messages) {
    const terms = new Set(snippet.matches.map(({ term }) => term)).size
    if (terms > most && snippet.text !== '') [best, most] = [snippet.text, terms]
  }
  return best
}
