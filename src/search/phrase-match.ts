import type { Token } from './analyze.ts'
import type { SearchIndex } from './search-index.ts'

/** Whether the exact forms of `phrase` stand in `tokens` one after the other. */
export function holdsPhrase(tokens: readonly Token[], phrase: readonly Token[]): boolean {
  const last = tokens.length - phrase.length
  for (let at = 0; at <= last; at++) {
    if (phrase.every((token, i) => tokens[at + i]?.exact === token.exact)) return true
  }
  return false
}

/** Ordinals of the messages of a session that hold every one of the tokens, in any place. */
export function messagesWithAll(index: SearchIndex, session: number, tokens: readonly Token[]): number[] {
  let common: number[] | undefined
  for (const stem of new Set(tokens.map((token) => token.stem))) {
    const ordinals = Array.from(index.messageStream(stem, session).ordinals)
    const known: ReadonlySet<number> | undefined = common === undefined ? undefined : new Set(common)
    common = known === undefined ? ordinals : ordinals.filter((ordinal) => known.has(ordinal))
    if (common.length === 0) return common
  }
  return common ?? []
}
