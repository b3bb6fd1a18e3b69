import { analyze } from '../../search/analyze.ts'
import { foldCharacters } from '../../search/fold-characters.ts'
import type { MessageHit, SearchResult, SessionHit } from '../../search/search-result.ts'
import type { RecallPlan } from './plan-recall.ts'

/** A word in a larger share of all messages says little of what one is about; one in so few messages always does. */
const rareShare = 0.02
const rareMessages = 4
/** Sessions so many times as long as the average hold a bit of everything, and need more of it. */
const longSession = 3
/** Share of the question that a session nobody asked for must hold, and how far ahead of the next it must be. */
const leastCoverage = 0.7
const leastLead = 1.5
/** The same for one that was asked for: of its keywords, and as a share of the best one's score. */
const leastKeywords = 0.5
const leastBeside = 0.4
/** Written as only names of things are: `ECONNRESET`, `rate_limiter`, `getUserName`, `v2`. */
const nameOfThing = /\d\p{L}|\p{L}\d|_|\p{Ll}[./]\p{Ll}|\p{Ll}-\p{L}+-|\p{Ll}\p{Lu}|\p{Lu}{4}/u

/**
 * Of what a search found for a plan, the sessions that have to do with it. Nobody is told of a session unasked because
 * it holds words that anything is said with: two messages must hold rare ones, one of them two.
 *
 * @param result with `explain`
 */
export function withEvidence(result: SearchResult, plan: RecallPlan): readonly SessionHit[] {
  const { sessions } = result
  if (plan.mode === 'explicit') return asked(result, plan)
  const [best, next] = sessions
  if (best === undefined || !isAmbient(best, result)) return []
  return next === undefined || best.score >= next.score * leastLead ? [best] : []
}

function asked({ sessions }: SearchResult, plan: RecallPlan): readonly SessionHit[] {
  const { keywords } = plan
  if (keywords.length === 0) return sessions.slice(0, plan.sessions)
  const best = sessions[0]?.score ?? 0
  const found = sessions.filter(({ missing, tier, score }) => {
    const lost = new Set(missing.map(foldCharacters))
    const held = keywords.filter((keyword) => !lost.has(foldCharacters(keyword))).length
    const isAbout = held > 0 && (tier !== 'any' || held >= keywords.length * leastKeywords)
    return isAbout && score >= best * leastBeside
  })
  return found.slice(0, plan.sessions)
}

function isAmbient(hit: SessionHit, { coverage, suggestions = [] }: SearchResult): boolean {
  const { explanation } = hit
  if (explanation === undefined || explanation.coverage < leastCoverage) return false
  const mended = new Set(suggestions.map(({ typed }) => typed))
  const messages = hit.messages
    .map((message) => rareWords(message, coverage.messages, mended))
    .filter((words) => words.length > 0)
  const isLong = (explanation.terms[0]?.length ?? 0) > longSession
  const distinct = new Set(messages.flat())
  const most = isLong ? 3 : 2
  if (messages.length < most || (isLong && distinct.size < most)) return false
  return messages.some(
    (words) => words.reduce((sum, word) => sum + (nameOfThing.test(word) ? 2 : 1), 0) >= most,
  )
}

/** Words of the question, as typed, that a message holds and few others do. */
function rareWords({ explanation }: MessageHit, all: number, mended: ReadonlySet<string>): readonly string[] {
  const terms = new Map<string, Set<string>>()
  for (const { typed, term, tf, idf } of explanation?.terms ?? []) {
    // Below 1 it stands in a message beside it only.
    if (tf < 1 || term.startsWith('=') || mended.has(typed) || !isRare(idf, all)) continue
    const known = terms.get(typed)
    if (known === undefined) terms.set(typed, new Set([term]))
    else known.add(term)
  }
  return [...terms].filter(([typed, found]) => found.size >= analyze(typed).length).map(([typed]) => typed)
}

/** @param idf over all messages: `ln(1 + (all − n + 0.5) / (n + 0.5))` of a term that n of them hold */
function isRare(idf: number, all: number): boolean {
  const holding = (all + 1) / Math.exp(idf) - 0.5
  return holding <= Math.max(rareMessages, all * rareShare)
}
