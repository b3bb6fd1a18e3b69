import type { Token } from './analyze.ts'
import { analyze } from './analyze.ts'
import { termFinder } from './term-finder.ts'
import { machineZone } from './machine-zone.ts'
import { placeOf } from './place-of.ts'
import { explainMessage, explainSession } from './explain.ts'
import { echoTerm } from './index-marks.ts'
import type { ParsedQuery, QueryWord } from './parsed-query.ts'
import { parseQuery } from './parse-query.ts'
import { frequencyIn } from './qualify.ts'
import type { QueryTerm, QueryTerms } from './query-terms.ts'
import type { RankedSession, Ranking } from './rank.ts'
import { rank, rankRecent } from './rank.ts'
import type { Echoes, Scope } from './scope.ts'
import { scopeOf } from './scope.ts'
import type { SearchIndex } from './search-index.ts'
import type { MessageHit, SearchOptions, SearchResult, SessionHit, TimeRange } from './search-result.ts'
import type { SnippetTerms } from './snippet.ts'
import { snippet } from './snippet.ts'
import type { TimeContext } from './time-span.ts'
import type { UnderstoodQuery } from './understand-query.ts'
import { understandQuery } from './understand-query.ts'
import type { EchoHit } from './with-echoes.ts'
import { withEchoes } from './with-echoes.ts'

/**
 * Answers a query from an index: the sessions that hold its words, best first, each with its strongest messages. No
 * text is an error. Numbers outside their range are brought into it. Error `usage` for an unknown time zone; rejects
 * with the reason of `signal` when that is aborted.
 */
export function searchIndex(index: SearchIndex, query: string, options: SearchOptions = {}): SearchResult {
  options.signal?.throwIfAborted()
  const now = options.now ?? Date.now()
  const context = timeContext(now, options.timeZone)
  const used = options.removed === true ? index.withRemoved() : index
  const asked = clamp(options.sessions, 10, 200)
  const strict = options.strict === true
  const run = (parsed: ParsedQuery, lost: readonly string[], echoes: Echoes): Answer => {
    const understood = understandQuery(used, parsed)
    const { index, terms } = understood
    const scope = scopeOf(index, understood.parsed, options, echoes)
    const ranking = terms.framingOnly
      ? rankRecent(index, understood.parsed, scope, { asked, now })
      : rank(index, understood.parsed, terms, scope, { asked, now, strict })
    return { ...understood, scope, ranking, lost }
  }
  const first = run(parseQuery(query, context), [], 'without')
  const answer = first.ranking.total > 0 || strict ? first : withoutPhrases(first, run)
  const { parsed, ranking, terms } = answer
  options.signal?.throwIfAborted()
  const perSession = clamp(options.limit, 3, 20)
  const hits = (from: Answer): SessionHit[] => {
    const wanted = snippetTerms(from)
    const find = termFinder(new Set(wanted.keys()))
    const { clean = asItIs, explain = false } = options
    const details = { wanted, find, limit: perSession, explain, clean }
    return from.ranking.sessions.slice(0, asked).map((ranked) => sessionHit(from, ranked, details))
  }
  const found = { sessions: hits(answer), total: ranking.total }
  const echoing =
    found.total < asked && !terms.framingOnly && used.sessionStream(echoTerm).sessions.length > 0
  const { sessions, total } = echoing
    ? withEchoes(found, echoesOf(run(parsed, answer.lost, 'only'), hits))
    : found
  return {
    query,
    sessions: sessions.slice(0, asked),
    total,
    times: parsed.times.map(timeRange),
    unknown: terms.framingOnly
      ? []
      : typedWords(parsed, terms, (term) => answer.index.sessionStream(term).sessions.length > 0),
    suggestions: parsed.words.flatMap((word) =>
      word.corrected === undefined ? [] : [{ typed: bare(word), read: word.corrected }],
    ),
    coverage: {
      sessions: used.totals.sessions,
      indexed: used.totals.sessions,
      messages: used.totals.messages,
      unreadable: [],
    },
  }
}

/** Made here, and not where an answer is: what a getter can see is kept much longer than it. */
function timeContext(now: number, zone: string | undefined): TimeContext {
  return {
    now,
    /** Asked for by few queries, and not told at once. */
    get timeZone() {
      return zone ?? machineZone(now)
    },
  }
}

interface Answer extends UnderstoodQuery {
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
  run: (parsed: ParsedQuery, lost: readonly string[], echoes: Echoes) => Answer,
): Answer {
  const { words } = first.parsed
  const phrases = words.filter((word) => word.phrase)
  if (phrases.length === 0 || phrases.length === words.length) return first
  // Words of a quote that are nowhere are no reason to doubt the rest.
  const isKnown = ({ stem }: Token): boolean => first.index.sessionStream(stem).sessions.length > 0
  const loose = words.map((word) =>
    word.phrase ? { ...word, phrase: false, required: false, tokens: word.tokens.filter(isKnown) } : word,
  )
  return run({ ...first.parsed, words: loose }, phrases.map(bare), 'without')
}

function echoesOf(answer: Answer, hits: (from: Answer) => SessionHit[]): EchoHit[] {
  const found = hits(answer)
  return answer.ranking.sessions.slice(0, found.length).flatMap(({ session, messages }, i): EchoHit[] => {
    const hit = found[i]
    const own = messages.own(Infinity)
    const text = own.map(({ ordinal }) => answer.index.text(session, ordinal)).join('\n')
    return hit === undefined ? [] : [{ hit, text }]
  })
}

interface HitDetails {
  readonly wanted: SnippetTerms
  readonly find: ReturnType<typeof termFinder>
  readonly limit: number
  readonly explain: boolean
  readonly clean: (text: string) => string
}

function asItIs(text: string): string {
  return text
}

function sessionHit(answer: Answer, ranked: RankedSession, details: HitDetails): SessionHit {
  const { parsed, terms, index, lost } = answer
  const facts = index.facts(ranked.session)
  const mask = answer.scope.mask(ranked.session)
  const holds = (term: string): boolean => {
    const stream = index.sessionStream(term)
    const at = placeOf(stream.sessions, ranked.session)
    return at >= 0 && frequencyIn(index, term, stream, at, mask) > 0
  }
  const complete = ranked.tier === 'all' || ranked.tier === 'recent'
  const times = ranked.timely ? [] : parsed.times.filter((time) => !time.hard).map((time) => time.phrase)
  const typed = (term: QueryTerm): string => bare(parsed.words[term.word])
  const explaining = { index, query: terms, typed, mask }
  return {
    name: facts.name,
    title: facts.title,
    id: facts.id,
    family: facts.family,
    score: ranked.score,
    tier: lost.length > 0 && ranked.tier === 'all' ? 'most' : ranked.tier,
    missing: complete ? lost : [...lost, ...typedWords(parsed, terms, holds), ...times],
    matches: ranked.messages.matches,
    updatedAt: isoTime(facts.updatedAt) ?? '',
    machine: facts.machine,
    source: facts.source,
    messages: ranked.messages.own(details.limit).map((best) => ({
      ...messageHit(index, ranked, best, details),
      ...(details.explain ? { explanation: explainMessage(explaining, ranked.session, best) } : {}),
    })),
    alsoIn: ranked.alsoIn.map((session) => index.facts(session).name),
    ...(details.explain && !terms.framingOnly ? { explanation: explainSession(explaining, ranked) } : {}),
  }
}

function messageHit(
  index: SearchIndex,
  ranked: RankedSession,
  best: { readonly ordinal: number; readonly score: number },
  { wanted, find, clean }: HitDetails,
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
    snippet: snippet(clean(index.text(session, ordinal)), wanted, find),
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

function snippetTerms({ index, parsed, terms: query, groups }: Answer): SnippetTerms {
  const terms = new Map<string, { typed: string; weight: number }>()
  for (const term of query.terms) {
    // Light words are marked only when nothing else was asked for; exact forms are found by their stems.
    if (term.term.startsWith('=') || (!term.weighty && term.main)) continue
    const holding = index.sessionStream(term.term).sessions.length
    const weight = term.weight * Math.log(1 + (index.totals.sessions + 1) / (holding + 0.5))
    const found = { typed: bare(parsed.words[term.word]), weight }
    for (const entry of groups.get(term.term) ?? [term.term]) terms.set(entry, found)
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
