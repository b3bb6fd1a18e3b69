import { beginningsOf, firstLetters } from './first-letters.ts'
import { RunKind, scanRuns } from './scan-runs.ts'
import { wordForms } from './word-forms.ts'

/** A search for the pairs of terms that stand next to each other in a text, in their order: tells for each whether it does. */
export function pairsTogether(
  pairs: readonly (readonly [first: string, second: string])[],
): (text: string) => boolean[] {
  const wanted = new Set(pairs.flat())
  const mayMatch = firstLetters(wanted)
  const near = pairs.map(nearby)
  // Where a text is plain, nothing but other characters can stand between two neighbours; most texts fail here.
  const mayHold = (text: string): boolean =>
    text.length > longestTried ||
    near.some((pattern) => pattern === undefined || pattern.test(text)) ||
    /[^\u0000-\u007f]/.test(text)
  return (text) => (mayHold(text) ? findIn(text, pairs, wanted, mayMatch) : pairs.map(() => false))
}

/** Longer terms may be cut off. */
const longestPlain = 40
/** Of encoded data a pattern may take longer than a look at its words. */
const longestTried = 10_000

/** What stands in every plain text that has a pair together; undefined when that cannot be said. */
function nearby(pair: readonly [first: string, second: string]): RegExp | undefined {
  if (!pair.every((term) => term.length <= longestPlain && /^[a-z0-9]+$/.test(term))) return undefined
  const [first, second] = pair.map((term) => `(?:${beginningsOf(term).join('|')})`)
  // What a word begins with, the rest of it, what is no word, what the next one begins with.
  return new RegExp(`${first}[a-z0-9]{0,64}[^a-z0-9]*${second}`, 'i')
}

function findIn(
  text: string,
  pairs: readonly (readonly [first: string, second: string])[],
  wanted: ReadonlySet<string>,
  mayMatch: ReturnType<typeof firstLetters>,
): boolean[] {
  const found = pairs.map(() => false)
  let previous = ''
  const step = (stem: string): void => {
    const current = wanted.has(stem) ? stem : ''
    if (previous !== '' && current !== '') {
      for (const [i, [first, second]] of pairs.entries())
        if (first === previous && second === stem) found[i] = true
    }
    previous = current
  }
  scanRuns(text, (source, from, to, kind) => {
    if (kind === RunKind.single) return
    if (kind === RunKind.gram) step(source.slice(from, to))
    else if (!mayMatch(source, from, to)) previous = ''
    else {
      const { whole, parts } = wordForms(source.slice(from, to))
      if (parts.length === 0) step(whole.stem)
      else for (const part of parts) step(part.stem)
    }
  })
  return found
}
