import { z } from 'zod'
import { closedNames } from '../../../commands/closed-sessions.ts'
import { searchJson } from '../../../commands/json-of.ts'
import { timeOption } from '../../../commands/time-option.ts'
import { ChatCliError } from '../../../errors.ts'
import type { MessageHit, SearchOptions, SearchResult } from '../../../search/search-result.ts'
import { currentTranscript } from '../current-transcript.ts'
import { cleaning } from '../leaving.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { pageCursor, placeOf } from '../page-cursor.ts'
import { recalledFields } from '../recalled-fields.ts'
import { messageLink } from '../message-link.ts'
import { sessionUri } from '../session-uri.ts'

/** Sessions that a search ever gives, page after page. */
const mostSessions = 200
const mostLinks = 20

const input = z.object({
  query: z
    .string()
    .describe('A question or words, in any language; "phrase", -word, in:NAME, role:, before:, after: work'),
  limit: z.int().min(1).max(20).default(3).describe('Sentences per session'),
  sessions: z.int().min(1).max(50).default(10).describe('Sessions per page'),
  strict: z.boolean().default(false).describe('Only sessions that have every word'),
  in: z.string().optional().describe('Only this session, or names matching a pattern with *'),
  source: z.string().optional().describe('Only conversations imported from this tool'),
  role: z.enum(['user', 'assistant', 'tool']).optional(),
  since: z.string().optional().describe('Only messages from then on: a date, 7d, "last week"'),
  until: z.string().optional(),
  conversation: z.string().optional().describe('Your conversation handle: it is left out of the search'),
  cursor: z.string().optional().describe('nextCursor of the page before'),
})

const text = z.string()
const hit = z.object({
  position: z.int(),
  role: text,
  at: text.nullable().describe('ISO 8601'),
  approximate: z.boolean(),
  toolName: text.nullable(),
  state: text,
  snippet: text,
})
const output = z.object({
  ...recalledFields,
  query: text,
  sessions: z.array(
    z.object({
      name: text,
      title: text,
      uri: text,
      tier: z.enum(['all', 'most', 'any', 'recent']).describe('Whether it has all words of the query'),
      missing: z.array(text),
      matches: z.int(),
      updatedAt: text.nullable(),
      machine: z.boolean(),
      source: text.nullable(),
      messages: z.array(hit),
      alsoIn: z.array(text),
    }),
  ),
  total: z.int().describe('Sessions that match'),
  more: z.int().describe('Sessions behind this page'),
  nextCursor: text.nullable(),
  times: z.array(z.object({ phrase: text, from: text.nullable(), to: text.nullable(), hard: z.boolean() })),
  unknown: z.array(text).describe('Words that nobody ever wrote'),
  suggestions: z.array(z.object({ typed: text, read: text })),
  coverage: z.object({
    sessions: z.int(),
    indexed: z.int(),
    messages: z.int(),
    unreadable: z.array(z.object({ name: text, reason: text })),
    unsealed: z.array(text),
  }),
})

type Asked = z.output<typeof input>

/** Which sessions answer a question, with the sentences that matched. */
export const sessionSearch: McpTool = defineTool({
  name: 'session_search',
  title: 'Search past conversations',
  kind: 'read',
  about:
    'Ranked full-text search in everything that was ever said in saved conversations, of every tool. Use it before answering anything about earlier work, decisions, preferences or problems. Gives sessions, best first, with their strongest sentences; read on with session_get.',
  input,
  output,
  run: search,
})

async function search(asked: Asked, call: ToolCall): Promise<ToolAnswer> {
  const { world, chatcli } = call
  if (asked.query.trim() === '') {
    throw new ChatCliError('usage', world.text.usageErrors.noQuery, {
      hint: world.text.usageErrors.noQueryHint,
    })
  }
  const { cursor, conversation: _, ...filter } = asked
  const list = `search ${JSON.stringify(filter)}`
  const [from] = (placeOf(list, cursor) ?? [0]) as [number]
  const upTo = Math.min(mostSessions, from + asked.sessions)
  const result = chatcli.search(asked.query, { ...(await options(asked, call)), sessions: upTo })
  const page = { ...result, sessions: result.sessions.slice(from) }
  const reachable = Math.min(result.total, mostSessions)
  const hasMore = upTo < reachable && page.sessions.length > 0
  return {
    isRecalled: true,
    result: {
      ...resultJson(page),
      more: Math.max(0, result.total - from - page.sessions.length),
      nextCursor: hasMore ? pageCursor(list, [upTo]) : null,
    },
    links: page.sessions
      .flatMap(({ name, messages }) =>
        messages.map(({ position, role }) => messageLink(name, position, role)),
      )
      .slice(0, mostLinks),
  }
}

async function options(asked: Asked, call: ToolCall): Promise<SearchOptions> {
  const { chatcli, world } = call
  const { settings, text: words } = world
  const now = world.now()
  const moment = { now, timeZone: settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
  const after = timeOption(words, asked.since, 'since', moment)
  const before = timeOption(words, asked.until, 'until', moment)
  return {
    now,
    ...(settings.timeZone === undefined ? {} : { timeZone: settings.timeZone }),
    ...cleaning(settings),
    limit: asked.limit,
    strict: asked.strict,
    exclude: closedNames(chatcli, settings.hiddenSources, await currentTranscript(asked.conversation, call)),
    ...(asked.in === undefined ? {} : { in: asked.in }),
    ...(asked.source === undefined ? {} : { source: asked.source }),
    ...(asked.role === undefined ? {} : { role: asked.role }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
}

function resultJson(result: SearchResult): ToolAnswer['result'] {
  const { query, total, times, unknown, suggestions, coverage } = searchJson(result)
  return {
    query,
    sessions: result.sessions.map(
      ({ name, title, tier, missing, matches, updatedAt, machine, source, ...hit }) => ({
        name,
        title,
        uri: sessionUri(name),
        tier,
        missing,
        matches,
        updatedAt: updatedAt === '' ? null : updatedAt,
        machine,
        source: source ?? null,
        messages: hit.messages.map(messageJson),
        alsoIn: hit.alsoIn,
      }),
    ),
    total,
    times,
    unknown,
    suggestions,
    coverage,
  }
}

function messageJson({
  position,
  role,
  at,
  approximate,
  toolName,
  state,
  snippet,
}: MessageHit): ToolAnswer['result'] {
  return {
    position,
    role,
    at: at ?? null,
    approximate,
    toolName: toolName ?? null,
    state,
    snippet: snippet.text,
  }
}
