import { firstLetters } from './first-letters.ts'
import { RunKind, scanRuns } from './scan-runs.ts'
import { wordForms } from './word-forms.ts'

/** Which pairs of terms stand next to each other in a text, in their order. */
export function pairsTogether(
  text: string,
  pairs: readonly (readonly [first: string, second: string])[],
): boolean[] {
  const found = pairs.map(() => false)
  const wanted = new Set(pairs.flat())
  const mayMatch = firstLetters(wanted)
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
