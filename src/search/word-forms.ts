import { foldCharacters } from './fold-characters.ts'
import { splitIdentifier } from './split-identifiers.ts'
import { stemWord } from './stem-word.ts'

/** One searchable form of a run: the folded form, its stem, and where in the run it stands (UTF-16 offsets). */
export interface WordForm {
  readonly exact: string
  readonly stem: string
  readonly start: number
  readonly end: number
}

/** Forms of a run: the `whole` and, for identifiers in camelCase, at least two `parts`. */
export interface WordForms {
  readonly whole: WordForm
  readonly parts: readonly WordForm[]
}

/** Code units of a run that count; what follows in longer ones (keys, encoded data) is ignored. */
const longestTerm = 64
const capacity = 50_000
const cache = new Map<string, WordForms>()
const noParts: readonly WordForm[] = []

/** Forms of a run of kind `word` as {@link scanRuns} reports it. Cached, at most 50,000 runs. */
export function wordForms(run: string): WordForms {
  const cached = cache.get(run)
  if (cached !== undefined) return cached
  const forms = makeWordForms(run)
  if (cache.size >= capacity) cache.clear()
  cache.set(run, forms)
  return forms
}

/** The same without the cache, for runs that are met once. */
export function makeWordForms(run: string): WordForms {
  return { whole: form(run, 0, run.length), parts: partsOf(run) }
}

function partsOf(run: string): readonly WordForm[] {
  const starts = splitIdentifier(run)
  if (starts.length === 0) return noParts
  return [0, ...starts].map((start, index) => form(run, start, starts[index] ?? run.length))
}

function form(run: string, start: number, end: number): WordForm {
  const exact = foldCharacters(run.slice(start, Math.min(end, start + longestTerm)))
  return { exact, stem: stemWord(exact), start, end }
}
