import type { SessionList, SessionSummary, TranscriptStats, TrashEntry } from '../chatcli.ts'
import type { Damage } from '../conversation/record.ts'
import type {
  MessageHit,
  Page,
  SearchResult,
  SessionExplanation,
  SessionHit,
  TermScore,
} from '../search/search-result.ts'
import type { JsonObject } from './command.ts'

/*
 * What programs get to see, as docs/json.md promises it. The objects are written out member by member, so that a new
 * field inside does not become a promise by accident; what is not known is `null`, never absent.
 */

/** A session as lists and confirmations show it. */
export function sessionJson(session: SessionSummary): JsonObject {
  const { name, id, title, messages, size, machine, pinned, interrupted } = session
  return {
    name,
    id,
    title,
    createdAt: isoOf(session.createdAt),
    updatedAt: isoOf(session.updatedAt),
    messages,
    size,
    machine,
    private: session.private,
    pinned,
    interrupted,
    source: session.source?.tool ?? null,
    sourceGoneSince: isoOf(session.sourceGoneAt),
    transcriptId: session.transcriptId ?? null,
  }
}

/** A list of sessions. */
export function listJson(list: SessionList): JsonObject {
  return {
    sessions: list.sessions.map(sessionJson),
    total: list.total,
    unreadable: list.unreadable.map(({ name, code, reason }) => ({ name, code, reason })),
  }
}

/** A session that answers a question. */
export function hitJson(hit: SessionHit): JsonObject {
  const { name, title, id, score, tier, missing, matches, machine, alsoIn } = hit
  return {
    name,
    title,
    id,
    score,
    tier,
    missing,
    matches,
    updatedAt: hit.updatedAt === '' ? null : hit.updatedAt,
    machine,
    source: hit.source ?? null,
    messages: hit.messages.map(messageHitJson),
    alsoIn,
    echo: hit.echo ?? false,
    explanation: hit.explanation === undefined ? null : sessionExplanationJson(hit.explanation),
  }
}

/** The answer to a question. */
export function searchJson(result: SearchResult): JsonObject {
  const { query, total, unknown, coverage } = result
  return {
    query,
    sessions: result.sessions.map(hitJson),
    total,
    times: result.times.map(({ phrase, from, to, hard }) => ({
      phrase,
      from: from ?? null,
      to: to ?? null,
      hard,
    })),
    unknown,
    suggestions: (result.suggestions ?? []).map(({ typed, read }) => ({ typed, read })),
    coverage: {
      sessions: coverage.sessions,
      indexed: coverage.indexed,
      messages: coverage.messages,
      unreadable: coverage.unreadable.map(({ name, reason }) => ({ name, reason })),
      unsealed: coverage.unsealed ?? [],
    },
  }
}

/** A page of a session. */
export function pageJson(page: Page): JsonObject {
  const { name, title, id, total, offset } = page
  return {
    name,
    title,
    id,
    total,
    offset,
    messages: page.messages.map(
      ({ position, role, text, at, approximate, toolName, state, cutFrom, toolCalls = [] }) => ({
        position,
        role,
        text,
        at: at ?? null,
        approximate,
        toolName: toolName ?? null,
        state,
        cutFrom: cutFrom ?? null,
        toolCalls: toolCalls.map((call) => ({
          id: call.id,
          name: call.name,
          arguments: call.arguments,
          cutFrom: call.cutFrom ?? null,
        })),
      }),
    ),
    nextOffset: page.nextOffset ?? null,
    centredOn: page.centredOn ?? null,
  }
}

/** Numbers about a transcript. */
export function statsJson(stats: TranscriptStats): JsonObject {
  const { name, source, messages, byRole, compacted, rewound, removed, missing } = stats
  return {
    name,
    id: stats.id ?? null,
    source,
    messages,
    byRole: { ...byRole },
    compacted,
    rewound,
    removed,
    missing,
    rewrites: stats.rewrites,
    writers: stats.writers,
    bytes: stats.bytes,
    firstAt: isoOf(stats.firstAt),
    lastAt: isoOf(stats.lastAt),
    damage: stats.damage.map(damageJson),
  }
}

/** A session in the trash. */
export function trashJson({ entry, name, id, reason, deletedAt }: TrashEntry): JsonObject {
  return { entry, name, id, reason, deletedAt: isoOf(deletedAt) }
}

function messageHitJson(hit: MessageHit): JsonObject {
  const { position, role, approximate, state, score, snippet } = hit
  return {
    position,
    role,
    at: hit.at ?? null,
    approximate,
    toolName: hit.toolName ?? null,
    state,
    score,
    snippet: {
      text: snippet.text,
      matches: snippet.matches.map(({ start, end, term }) => ({ start, end, term })),
    },
    explanation:
      hit.explanation === undefined
        ? null
        : { terms: hit.explanation.terms.map(termJson), adjacency: hit.explanation.adjacency },
  }
}

function sessionExplanationJson(explanation: SessionExplanation): JsonObject {
  const { messages, session, terms, coverage, time, recency, named } = explanation
  return { messages, session, terms: terms.map(termJson), coverage, time, recency, named }
}

function termJson({ typed, term, weight, idf, tf, length, score }: TermScore): JsonObject {
  return { typed, term, weight, idf, tf, length, score }
}

function damageJson({ file, offset, length, reason }: Damage): JsonObject {
  return { file, offset, length, reason }
}

/** A time as programs get it; null when it is not known. */
export function isoOf(at: number | undefined): string | null {
  const moment = new Date(at ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
