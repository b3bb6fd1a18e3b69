import type { Token } from './analyze.ts'
import { analyze } from './analyze.ts'
import type { SearchIndex } from './search-index.ts'

/** Words of plain letters, none so long that it was cut. */
const plain = /^[a-z0-9]{1,63}$/

/** A test whether the exact forms of a phrase stand in a text one after the other. */
export function phraseTest(phrase: readonly Token[]): (text: string) => boolean {
  const holds = (text: string): boolean => {
    const tokens = analyze(text)
    const last = tokens.length - phrase.length
    for (let at = 0; at <= last; at++) {
      if (phrase.every((token, i) => tokens[at + i]?.exact === token.exact)) return true
    }
    return false
  }
  if (!phrase.every(({ exact }) => plain.test(exact))) return holds
  // Where a text is plain too, nothing but other characters can stand between two neighbours; most texts fail here.
  const near = new RegExp(phrase.map(({ exact }) => exact).join('[^a-z0-9]*'), 'i')
  return (text) => (near.test(text) || /[^\u0000-\u007f]/.test(text)) && holds(text)
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
