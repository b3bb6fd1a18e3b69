import { createArena } from '../../search/arena.ts'
import { saturation } from '../../search/bm25.ts'
import { messageWeights } from '../../search/message-weights.ts'
import { parseQuery } from '../../search/parse-query.ts'
import type { ParsedQuery } from '../../search/parsed-query.ts'
import { phraseTest } from '../../search/phrase-match.ts'
import { type Candidates, qualify } from '../../search/qualify.ts'
import type { QueryTerms } from '../../search/query-terms.ts'
import { type Scope, scopeOf } from '../../search/scope.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { SnippetTerms } from '../../search/snippet.ts'
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
  /** What snippets of them look for. */
  readonly terms: SnippetTerms
}

export interface RankPassagesOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** How many passages are wanted. */
  readonly most: number
  /** Only what would be an answer if sessions were asked: nothing for words that the base has little of. */
  readonly onlyAnswers?: boolean
}

/** Numbers of the ranking of passages. docs/knowledge.md shows the formula and what each gains. */
interface PassageConstants {
  /** Documents whose passages are looked at. */
  readonly documents: number
  /** Robertson's k1 (how soon repetition stops counting) and b (how much length counts). */
  readonly k1: number
  readonly b: number
  /** Share of the occurrences in the passages before and after that counts for a passage. */
  readonly neighbourShare: number
  /** How much it matters how well its document answers, as a share of the best document. */
  readonly documentPower: number
}

/** Chosen with one half of the labelled questions. */
const passageConstants: PassageConstants = {
  documents: 30,
  k1: 2.2,
  b: 0.6,
  neighbourShare: 0.2,
  documentPower: 0.25,
}

/** Memory for the columns of one ranking: nothing of them is left when it is done. */
const room = createArena(2 ** 24)

/**
 * The passages that answer a query. The first step is that of sessions, with documents in their place: `doc · cov` over
 * all of them. Passages of the best documents are ranked by BM25 and by their document.
 */
export function rankPassages(
  index: SearchIndex,
  query: string,
  options: RankPassagesOptions,
): PassageRanking {
  const { now, most, onlyAnswers = false } = options
  const understood = understandQuery(index, plainQuery(query, now, !onlyAnswers))
  const { parsed, terms, index: grouped } = understood
  const wanted = snippetTerms(understood)
  if (terms.framingOnly) return { passages: [], terms: wanted }
  const scope = scopeOf(grouped, parsed, {})
  room.recycle()
  const documents = best(qualify(grouped, terms, scope, room), Math.max(passageConstants.documents, most))
  const strongest = documents[0]?.score ?? 1
  const weights = messageWeights(grouped, terms)
  const mayBe = phraseFilter(parsed)
  const passages: (RankedPassage & { readonly document: number; readonly ordinal: number })[] = []
  for (const { document, score: whole } of documents) {
    const share = (whole / strongest) ** passageConstants.documentPower
    const { name } = index.facts(document)
    const { positions } = index.table(document)
    for (const { ordinal, score } of passageScores({ index: grouped, terms, weights, scope, document }))
      passages.push({
        source: name,
        position: positions[ordinal] ?? 0,
        score: score * share,
        document,
        ordinal,
      })
  }
  passages.sort(
    (a, b) =>
      b.score - a.score || (a.source < b.source ? -1 : a.source > b.source ? 1 : a.position - b.position),
  )
  const found: RankedPassage[] = []
  for (const { document, ordinal, source, position, score } of passages) {
    if (found.length === most) break
    if (mayBe(index.text(document, ordinal))) found.push({ source, position, score })
  }
  return { passages: found, terms: wanted }
}

/** A query about documents: no times, and nobody who says something. */
function plainQuery(query: string, now: number, either: boolean): ParsedQuery {
  const parsed = parseQuery(query, { now, timeZone: 'UTC' })
  const said = { role: undefined, tool: undefined, source: undefined, lang: undefined }
  return { ...parsed, ...said, times: [], either: parsed.either || either }
}

interface RankedDocument {
  readonly document: number
  readonly score: number
}

/**
 * The best few by `doc · cov`, best first: sorting all of those that hold a common word would take longer than
 * everything else.
 */
function best({ sessions, doc, coverage }: Candidates, most: number): readonly RankedDocument[] {
  const found: RankedDocument[] = []
  let least = -1
  for (let i = 0; i < sessions.length; i++) {
    const document = sessions[i]!
    const score = doc[document]! * coverage[document]!
    if (found.length === most && score <= least) continue
    let at = found.length
    while (at > 0 && found[at - 1]!.score < score) at--
    found.splice(at, 0, { document, score })
    if (found.length > most) found.pop()
    least = found.at(-1)!.score
  }
  return found
}

interface PassageContext {
  readonly index: SearchIndex
  readonly terms: QueryTerms
  /** Of each term over passages. */
  readonly weights: Float64Array
  readonly scope: Scope
  readonly document: number
}

/** Of each passage of a document that holds a term itself. */
function passageScores({
  index,
  terms,
  weights,
  scope,
  document,
}: PassageContext): readonly { readonly ordinal: number; readonly score: number }[] {
  const { k1, b, neighbourShare } = passageConstants
  const { tokens } = index.table(document)
  const average = index.totals.tokens / index.totals.messages
  const count = tokens.length
  const scores = new Float64Array(count)
  const holds = new Uint8Array(count)
  const frequencies = new Float64Array(count)
  for (const [t, { term, main }] of terms.terms.entries()) {
    const weight = weights[t] ?? 0
    const { ordinals, frequencies: said } = index.messageStream(term, document)
    if (ordinals.length === 0) continue
    frequencies.fill(0)
    for (let i = 0; i < ordinals.length; i++) {
      const at = ordinals[i]!
      frequencies[at]! += said[i]!
      if (at > 0) frequencies[at - 1]! += neighbourShare * said[i]!
      if (at + 1 < count) frequencies[at + 1]! += neighbourShare * said[i]!
      if (main) holds[at] = 1
    }
    for (let at = 0; at < count; at++) {
      const frequency = frequencies[at]!
      if (frequency > 0) scores[at]! += weight * saturation(k1, b, frequency, tokens[at] ?? 0, average)
    }
  }
  const mask = scope.mask(document)
  const found: { ordinal: number; score: number }[] = []
  for (let at = 0; at < count; at++) {
    if (holds[at] === 0 || (mask !== undefined && mask[at] === 0)) continue
    found.push({ ordinal: at, score: scores[at]! })
  }
  return found
}

/** Whether a text has the phrases of a query. A text that could not be read says nothing. */
function phraseFilter({ words }: ParsedQuery): (text: string) => boolean {
  const tests = words.filter(({ phrase }) => phrase).map(({ tokens }) => phraseTest(tokens))
  return (text) => text !== '' && tests.every((holds) => holds(text))
}

function snippetTerms({ parsed, terms, groups }: ReturnType<typeof understandQuery>): SnippetTerms {
  const wanted = new Map<string, { typed: string; weight: number }>()
  for (const { term, main, weighty, word, weight } of terms.terms) {
    if (term.startsWith('=') || (!weighty && main)) continue
    const typed = parsed.words[word]?.typed ?? ''
    for (const entry of groups.get(term) ?? [term]) wanted.set(entry, { typed, weight })
  }
  return wanted
}
