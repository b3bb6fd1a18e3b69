import type { TypedLine } from './edit-line.ts'

/** The operators of a query, with the values that can be known. */
const operators = [
  'role:user',
  'role:assistant',
  'role:tool',
  'in:',
  'before:',
  'after:',
  'on:',
  'tool:',
  'source:',
  'has:code',
  'lang:',
] as const

/** What stands in a store, for the values of operators. */
export interface OperatorValues {
  readonly names: readonly string[]
  readonly sources: readonly string[]
}

/**
 * Completes the operator under the cursor: what all proposals share is written out.
 *
 * @returns undefined when nothing begins like that
 */
export function completeOperator(
  { text, cursor }: TypedLine,
  values: OperatorValues,
): { readonly line: TypedLine; readonly proposals: readonly string[] } | undefined {
  const [word = ''] = /\S*$/.exec(text.slice(0, cursor)) ?? []
  const sign = /^[-+]/.exec(word)?.[0] ?? ''
  const begun = word.slice(sign.length).toLowerCase()
  if (begun === '') return undefined
  const proposals = proposalsFor(begun, values)
  const shared = sharedBeginning(proposals)
  if (shared === '') return undefined
  const [only] = proposals
  const isWhole = proposals.length === 1 && only !== undefined && !only.endsWith(':')
  const written = `${sign}${shared}${isWhole && !text.slice(cursor).startsWith(' ') ? ' ' : ''}`
  const start = cursor - word.length
  const line = { text: text.slice(0, start) + written + text.slice(cursor), cursor: start + written.length }
  // Written out already, and nothing to choose from.
  if (line.text === text && proposals.length === 1) return undefined
  return { line, proposals: isWhole ? [] : proposals }
}

function proposalsFor(begun: string, { names, sources }: OperatorValues): readonly string[] {
  const known =
    begun.startsWith('in:') && begun.length > 3
      ? names.map((name) => `in:${name}`)
      : begun.startsWith('source:')
        ? sources.map((source) => `source:${source}`)
        : operators
  const found = known.filter((word) => word.toLowerCase().startsWith(begun))
  // `r` alone stands for `role:` before it stands for one of its values.
  const colon = begun.includes(':')
  return colon
    ? found
    : [...new Set(found.map((word) => word.replace(/:.+$/, (all) => (all === ':code' ? all : ':'))))]
}

function sharedBeginning(words: readonly string[]): string {
  let shared = words[0] ?? ''
  for (const word of words) {
    while (!word.startsWith(shared)) shared = shared.slice(0, -1)
  }
  return shared
}
