import { analyze } from './analyze.ts'
import { limitTerms } from './limit-terms.ts'
import type { ParsedQuery, QueryWord } from './parsed-query.ts'
import { parseQuery } from './parse-query.ts'
import { frequencyIn } from './qualify.ts'
import type { QueryTerms } from './query-terms.ts'
import { queryTerms } from './query-terms.ts'
import type { RankedSession, Ranking } from './rank.ts'
import { rank, rankRecent } from './rank.ts'
import type { Scope } from './scope.ts'
import { scopeOf } from './scope.ts'
import type { SearchIndex } from './search-index.ts'
import type { MessageHit, SearchOptions, SearchResult, SessionHit, TimeRange } from './search-result.ts'
import type { SnippetTerms } from './snippet.ts'
import { snippet } from './snippet.ts'

/**
 * Answers a query from an index: the sessions that hold its words, best first, each with its strongest messages. No
 * text is an error. Numbers outside their range are brought into it. Error `usage` for an unknown time zone; rejects
 * with the reason of `signal` when that is aborted.
 */
export function searchIndex(index: SearchIndex, query: string, options: SearchOptions = {}): SearchResult {
  options.signal?.throwIfAborted()
  const now = options.now ?? Date.now()
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const used = options.removed === true ? index.withRemoved() : index
  const asked = clamp(options.sessions, 10, 200)
  const strict = options.strict === true
  const run = (parsed: ParsedQuery, lost: readonly string[]): Answer => {
    const scope = scopeOf(used, parsed, options)
    const terms = limitTerms(used, queryTerms(parsed.words))
    const ranking = terms.framingOnly
      ? rankRecent(used, parsed, scope, now)
      : rank(used, parsed, terms, scope, { asked, now, strict })
    return { parsed, terms, scope, ranking, lost }
  }
  const first = run(parseQuery(query, { now, timeZone }), [])
  const answer = first.ranking.total > 0 || strict ? first : withoutPhrases(first, run)
  const { parsed, ranking, terms } = answer
  options.signal?.throwIfAborted()
  const perSession = clamp(options.limit, 3, 20)
  const wanted = snippetTerms(used, parsed, terms)
  const sessions = ranking.sessions
    .slice(0, asked)
    .map((ranked) => sessionHit(used, answer, wanted, ranked, perSession))
  return {
    query,
    sessions,
    total: ranking.total,
    times: parsed.times.map(timeRange),
    unknown: terms.framingOnly
      ? []
      : typedWords(parsed, terms, (term) => used.sessionStream(term).sessions.length > 0),
    coverage: {
      sessions: used.totals.sessions,
      indexed: used.totals.sessions,
      messages: used.totals.messages,
      unreadable: [],
    },
  }
}

interface Answer {
  readonly parsed: ParsedQuery
  readonly terms: QueryTerms
  readonly scope: Scope
  readonly ranking: Ranking
  /** Phrases that no session holds, read as words instead. */
  readonly lost: readonly string[]
}

/**
 * A phrase is a demand, but a question that happens to quote something ('the song "…"') still deserves what its other
 * words find.
 */
function withoutPhrases(
  first: Answer,
  run: (parsed: ParsedQuery, lost: readonly string[]) => Answer,
): Answer {
  const { words } = first.parsed
  const phrases = words.filter((word) => word.phrase)
  if (phrases.length === 0 || phrases.length === words.length) return first
  const loose = words.map((word) => (word.phrase ? { ...word, phrase: false, required: false } : word))
  return run({ ...first.parsed, words: loose }, phrases.map(bare))
}

function sessionHit(
  index: SearchIndex,
  answer: Answer,
  wanted: SnippetTerms,
  ranked: RankedSession,
  limit: number,
): SessionHit {
  const facts = index.facts(ranked.session)
  const { parsed, terms, lost } = answer
  const mask = answer.scope.mask(ranked.session)
  const holds = (term: string): boolean => {
    const stream = index.sessionStream(term)
    const at = Array.prototype.indexOf.call(stream.sessions, ranked.session)
    return at >= 0 && frequencyIn(index, term, stream, at, mask) > 0
  }
  const complete = ranked.tier === 'all' || ranked.tier === 'recent'
  return {
    name: facts.name,
    title: facts.title,
    id: facts.id,
    score: ranked.score,
    tier: lost.length > 0 && ranked.tier === 'all' ? 'most' : ranked.tier,
    missing: complete ? lost : [...lost, ...typedWords(parsed, terms, holds)],
    matches: ranked.messages.matches,
    updatedAt: isoTime(facts.updatedAt) ?? '',
    machine: facts.machine,
    source: facts.source,
    messages: ranked.messages.best
      .filter((best) => best.own)
      .slice(0, limit)
      .map((best) => messageHit(index, ranked, best, wanted)),
    alsoIn: ranked.alsoIn.map((session) => index.facts(session).name),
  }
}

function messageHit(
  index: SearchIndex,
  ranked: RankedSession,
  best: { readonly ordinal: number; readonly score: number },
  wanted: SnippetTerms,
): MessageHit {
  const { session } = ranked
  const table = index.table(session)
  const { ordinal } = best
  return {
    position: table.positions[ordinal] ?? 0,
    role: table.roles[ordinal] ?? '',
    at: isoTime(table.at[ordinal] ?? NaN),
    approximate: table.approximate[ordinal] ?? false,
    toolName: table.toolNames[ordinal] || undefined,
    state: table.states[ordinal] ?? 'live',
    // Weighed by its session, so that messages of different sessions compare too.
    score: best.score * ranked.score,
    snippet: snippet(index.text(session, ordinal), wanted),
  }
}

/** Words, as typed and each once, that have a weighty term for which `holds` says no. */
function typedWords(parsed: ParsedQuery, terms: QueryTerms, holds: (term: string) => boolean): string[] {
  const without = terms.terms.filter((term) => term.weighty && !holds(term.term))
  return [...new Set(without.map((term) => bare(parsed.words[term.word])))]
}

/** A word without the punctuation around it. */
function bare(word: QueryWord | undefined): string {
  if (word === undefined) return ''
  const tokens = analyze(word.typed)
  return word.typed.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end)
}

function snippetTerms(index: SearchIndex, parsed: ParsedQuery, query: QueryTerms): SnippetTerms {
  const terms = new Map<string, { typed: string; weight: number }>()
  for (const term of query.terms) {
    // Light words are marked only when nothing else was asked for; exact forms are found by their stems.
    if (term.term.startsWith('=') || (!term.weighty && term.main)) continue
    const holding = index.sessionStream(term.term).sessions.length
    const weight = term.weight * Math.log(1 + (index.totals.sessions + 1) / (holding + 0.5))
    terms.set(term.term, { typed: bare(parsed.words[term.word]), weight })
  }
  return terms
}

function timeRange(time: ParsedQuery['times'][number]): TimeRange {
  const bound = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoTime(at))
  return { phrase: time.phrase, from: bound(time.from), to: bound(time.to), hard: time.hard }
}

function isoTime(at: number): string | undefined {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : undefined
}

function clamp(value: number | undefined, fallback: number, high: number): number {
  if (value === undefined || Number.isNaN(value)) return fallback
  return Math.min(high, Math.max(1, Math.trunc(value)))
}
