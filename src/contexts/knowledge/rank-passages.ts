import { parseQuery } from '../../search/parse-query.ts'
import type { ParsedQuery } from '../../search/parsed-query.ts'
import { rank } from '../../search/rank.ts'
import { scopeOf } from '../../search/scope.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { understandQuery } from '../../search/understand-query.ts'

/** A passage, by where it stands in its document. */
export interface RankedPassage {
  readonly source: string
  /** Place among the passages of the document. */
  readonly position: number
  readonly score: number
}

export interface PassageRanking {
  /** Best first. */
  readonly passages: readonly RankedPassage[]
  /** Words that no passage holds, as typed. */
  readonly terms: ReadonlyMap<string, { readonly typed: string; readonly weight: number }>
}

/** Numbers of the ranking of passages, chosen by the labelled questions of `eval/knowledge.ts`. */
export interface PassageConstants {
  /** Documents whose passages are looked at. */
  documents: number
  /** Passages taken of one document. */
  each: number
  /** How much the document counts beside the passage: its score as a share of the best document's, to this power. */
  documentPower: number
}

export const passageConstants: PassageConstants = { documents: 24, each: 8, documentPower: 0.5 }

/**
 * The passages that answer a query: those of the documents that rank best as sessions do, by their own score, weighed by
 * how well their document answers.
 *
 * @param now milliseconds since the epoch
 */
export function rankPassages(
  index: SearchIndex,
  query: string,
  { now, most }: { readonly now: number; readonly most: number },
): PassageRanking {
  const understood = understandQuery(index, plainQuery(query, now))
  const { parsed, terms, groups } = understood
  const scope = scopeOf(understood.index, parsed, {})
  const wanted = new Map<string, { typed: string; weight: number }>()
  for (const term of terms.terms) {
    if (term.term.startsWith('=') || (!term.weighty && term.main)) continue
    const typed = parsed.words[term.word]?.typed ?? ''
    for (const entry of groups.get(term.term) ?? [term.term])
      wanted.set(entry, { typed, weight: term.weight })
  }
  if (terms.framingOnly) return { passages: [], terms: wanted }
  const { documents, each, documentPower } = passageConstants
  const asked = Math.max(documents, most)
  const { sessions } = rank(understood.index, parsed, terms, scope, { asked, now, strict: false })
  const strongest = sessions.reduce((best, { score }) => Math.max(best, score), 0)
  const passages = sessions.flatMap(({ session, score, messages }) => {
    const { name } = index.facts(session)
    const { positions } = index.table(session)
    const weight = (score / strongest) ** documentPower
    return messages.best
      .filter(({ own }) => own)
      .slice(0, each)
      .map((best): RankedPassage => {
        return { source: name, position: positions[best.ordinal] ?? 0, score: best.score * weight }
      })
  })
  passages.sort((a, b) => b.score - a.score || (a.source < b.source ? -1 : 1) || a.position - b.position)
  return { passages: passages.slice(0, most), terms: wanted }
}

/** A query about documents: no times, and nobody who says something. */
function plainQuery(query: string, now: number): ParsedQuery {
  const parsed = parseQuery(query, { now, timeZone: 'UTC' })
  return { ...parsed, times: [], role: undefined, tool: undefined, source: undefined, lang: undefined }
}
