import { RunKind, scanRuns } from './scan-runs.ts'
import { wordForms } from './word-forms.ts'

/**
 * One step of a text in reading order. An identifier in camelCase is as many steps as it has parts, and its first step
 * carries the `whole`. `exact` is the folded form, `stem` the term it is found by; for scripts without spaces both are
 * the pair of characters. Offsets are UTF-16.
 */
export interface Token {
  readonly exact: string
  readonly stem: string
  readonly start: number
  readonly end: number
  readonly whole?: { readonly exact: string; readonly stem: string; readonly end: number }
}

/** Steps of a text, for queries, snippets and checks of neighbourhood; the index builder works on runs instead. */
export function analyze(text: string): Token[] {
  const tokens: Token[] = []
  scanRuns(text, (source, from, to, kind, start, end) => {
    if (kind === RunKind.single) return
    const run = source.slice(from, to)
    if (kind === RunKind.gram) {
      tokens.push({ exact: run, stem: run, start, end })
      return
    }
    const { whole, parts } = wordForms(run)
    if (parts.length === 0) {
      tokens.push({ exact: whole.exact, stem: whole.stem, start, end })
      return
    }
    const asWritten = end - start === run.length
    for (const part of parts) {
      const from = asWritten ? start + part.start : start
      const to = asWritten ? start + part.end : end
      const token = { exact: part.exact, stem: part.stem, start: from, end: to }
      tokens.push(
        part.start === 0 ? { ...token, whole: { exact: whole.exact, stem: whole.stem, end } } : token,
      )
    }
  })
  return tokens
}
