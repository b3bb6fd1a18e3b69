import { citation } from './citation.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import type { KnowledgeHit } from './knowledge-types.ts'
import { utf8Cut } from './utf8-cut.ts'

/** What is told with a turn. */
export interface InjectedPassages {
  /** The passages with their citations `source:start-end`, not fenced yet; empty when nothing answers. */
  readonly text: string
  readonly hits: readonly KnowledgeHit[]
}

/** Less of a passage than this tells nothing, bytes. */
const leastOfOne = 200
/** A passage below this share of the best one's score is about something else. */
const leastShare = 0.35

/**
 * The passages of several bases that answer a person's words best, as many as the budget (bytes of UTF-8) holds. Words of
 * which the bases have little give nothing: nobody asked for this.
 *
 * @param options.topK of each base at most
 */
export function passagesFor(
  words: string,
  bases: readonly KnowledgeBase[],
  budgetBytes: number,
  { topK = 8 }: { readonly topK?: number } = {},
): InjectedPassages {
  const found = bases.flatMap((base) => base.search(words, { topK, onlyAnswers: true }))
  found.sort((a, b) => b.score - a.score)
  const least = leastShare * (found[0]?.score ?? 0)
  const hits: KnowledgeHit[] = []
  let text = ''
  for (const hit of found) {
    if (hit.score < least) break
    const block = blockOf(hit, bases.length > 1)
    const gap = text === '' ? '' : '\n\n'
    const room = budgetBytes - Buffer.byteLength(text + gap)
    if (Buffer.byteLength(block) > room) {
      // The best one is given in part rather than not at all.
      if (hits.length > 0 || room < leastOfOne) continue
      text = `${utf8Cut(block, room - 4).trimEnd()}…`
    } else text += gap + block
    hits.push(hit)
  }
  return { text, hits }
}

function blockOf(hit: KnowledgeHit, several: boolean): string {
  const where = several ? `${citation(hit)} (${hit.base})` : citation(hit)
  const under = hit.headings.length === 0 ? '' : ` — ${hit.headings.join(' › ')}`
  return `[${where}]${under}\n${hit.text.replace(/^\n+|\s+$/g, '')}`
}
