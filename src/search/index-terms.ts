import type { RunKind } from './scan-runs.ts'
import type { WordForm } from './word-forms.ts'
import { wordForms } from './word-forms.ts'

/** What a run adds to the index: its terms, each once, and how many tokens it counts for in lengths. */
export interface IndexTerms {
  readonly terms: readonly string[]
  readonly tokens: number
}

/** Term of the exact form of a word whose stem is another string; `=` keeps the two kinds apart. */
export function exactTerm(form: { readonly exact: string }): string {
  return '=' + form.exact
}

/** Terms of a run reported by `scanRuns`: for a word the stems and exact forms of the whole and of its parts. */
export function indexTerms(run: string, kind: RunKind): IndexTerms {
  // A single stands inside a run whose grams count already.
  if (kind !== 0) return { terms: [run], tokens: kind === 1 ? 1 : 0 }
  const { whole, parts } = wordForms(run)
  if (parts.length === 0) return { terms: termsOf(whole), tokens: 1 }
  return { terms: [...new Set([whole, ...parts].flatMap(termsOf))], tokens: parts.length }
}

function termsOf(form: WordForm): readonly string[] {
  return form.stem === form.exact ? [form.stem] : [form.stem, exactTerm(form)]
}
