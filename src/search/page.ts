import type { ToolCall } from '../conversation/message.ts'
import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import { ChatCliError } from '../errors.ts'
import { graphemeCut } from '../conversation/grapheme-cut.ts'
import { groupedIndex } from './grouped-index.ts'
import { memoryIndex } from './memory-index.ts'
import { parseQuery } from './parse-query.ts'
import { messageWeights } from './message-weights.ts'
import { finishScores } from './finish-scores.ts'
import { plainScores } from './score-messages.ts'
import { scopeOf } from './scope.ts'
import type { SearchIndex } from './search-index.ts'
import type { Page, PageMessage, PageOptions } from './search-result.ts'
import { understandQuery } from './understand-query.ts'

/** Stand in for what a page does not show. */
export const placeholders = {
  system: '[system prompt not shown]',
  removed: '[message removed by hand]',
  missing: '[message cannot be read]',
  forgotten: '[message forgotten]',
} as const

const defaultLimit = 20
const mostMessages = 200
/** UTF-16 code units shown of one message. */
const toolCut = 600
const otherCut = 2000

/**
 * A page of a record. Positions are absolute and 0-based; numbers outside their range are brought into it, and past the
 * end is an empty page. A query moves the page so that the best message stands in its middle; `index`, when given, tells how rare the query's words are in
 * the whole store. Error `not-found` when `message` names no position of the record, `refused` for a private one with
 * `private: false`.
 */
export function pageOf(record: ConversationRecord, options: PageOptions = {}, index?: SearchIndex): Page {
  const { messages } = record
  if (record.private && options.private === false) {
    throw new ChatCliError('refused', `"${record.name}" is private`, { hint: '' })
  }
  const tool = record.source?.tool
  if (tool !== undefined && options.hiddenSources?.includes(tool.toLowerCase()) === true) {
    throw new ChatCliError('refused', `"${record.name}" came from ${tool}, which is hidden`, { hint: '' })
  }
  const frame = { name: record.name, title: record.title, id: record.id, total: messages.length }
  if (options.message !== undefined) {
    const entry = messages[options.message]
    if (entry === undefined) {
      throw new ChatCliError('not-found', `"${record.name}" has no message ${options.message}`, {
        hint: messages.length === 0 ? 'it is empty' : `its messages are 0 to ${messages.length - 1}`,
      })
    }
    const shown = [pageMessage(entry, { ...options, cut: options.cut ?? Infinity })]
    return { ...frame, offset: options.message, messages: shown, nextOffset: undefined, centredOn: undefined }
  }
  const limit = clamp(options.limit ?? defaultLimit, 1, mostMessages)
  const centredOn =
    options.query === undefined ? undefined : bestPosition(record, options.query, options, index)
  const offset =
    centredOn === undefined
      ? clamp(options.offset ?? 0, 0, messages.length)
      : offsetAround(centredOn, messages.length, limit)
  const end = Math.min(messages.length, offset + limit)
  return {
    ...frame,
    offset,
    messages: messages.slice(offset, end).map((entry) => pageMessage(entry, options)),
    nextOffset: end < messages.length ? end : undefined,
    centredOn,
  }
}

/** Where a page of a record of so many messages begins that has this position in its middle. */
export function offsetAround(position: number, total: number, limit: number = defaultLimit): number {
  const shown = clamp(limit, 1, mostMessages)
  return clamp(position - Math.floor(shown / 2), 0, Math.max(0, total - shown))
}

function bestPosition(
  record: ConversationRecord,
  query: string,
  options: PageOptions,
  store: SearchIndex | undefined,
): number | undefined {
  const now = options.now ?? Date.now()
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const parsed = parseQuery(query, { now, timeZone })
  const whole = memoryIndex([record])
  const own = options.removed === true ? whole.withRemoved() : whole
  // A word is misspelt, and rare, by all that was ever said, not by this one conversation.
  const { parsed: read, terms, index, groups } = understandQuery(store ?? own, parsed)
  const weights = messageWeights(index, terms)
  const grouped = groupedIndex(own, groups)
  for (const echoes of ['without', 'only'] as const) {
    const scope = scopeOf(own, { ...read, in: undefined, source: undefined, lang: undefined }, {}, echoes)
    const context = { index: grouped, query: terms, weights, session: 0, mask: scope.mask(0) }
    const [best] = finishScores(context, plainScores(context))?.best ?? []
    if (best !== undefined) return own.table(0).positions[best.ordinal]
  }
  return undefined
}

function pageMessage(
  entry: RecordMessage,
  { removed = false, cut, clean = (text) => text }: PageOptions,
): PageMessage {
  const { message } = entry
  const mask = maskOf(entry, removed)
  const tool = message.role === 'tool' || message.role === 'function'
  const { text, cutFrom } = cutText(mask ?? clean(message.content), cut ?? (tool ? toolCut : otherCut))
  const calls = mask === undefined ? (message.tool_calls ?? []) : []
  const shownCall = (call: ToolCall): ReturnType<typeof pageCall> => pageCall(call, cut ?? toolCut, clean)
  return {
    position: entry.position,
    role: message.role,
    text,
    at: entry.at === undefined || Math.abs(entry.at) > 8.64e15 ? undefined : new Date(entry.at).toISOString(),
    approximate: entry.approximate,
    toolName: entry.toolName,
    state: entry.state,
    cutFrom,
    ...(calls.length === 0 ? {} : { toolCalls: calls.map(shownCall) }),
  }
}

function pageCall(
  call: ToolCall,
  most: number,
  clean: (text: string) => string,
): NonNullable<PageMessage['toolCalls']>[number] {
  const given = call.arguments === undefined ? (call.raw ?? '') : JSON.stringify(call.arguments)
  const { text, cutFrom } = cutText(clean(given), most)
  // A file of another program may have no id.
  return { id: call.id ?? '', name: call.name, arguments: text, cutFrom }
}

function cutText(whole: string, most: number): Pick<PageMessage, 'text' | 'cutFrom'> {
  const isLong = whole.length > Math.max(1, most)
  return isLong
    ? { text: whole.slice(0, graphemeCut(whole, Math.max(1, most))) + '…', cutFrom: whole.length }
    : { text: whole, cutFrom: undefined }
}

/** What is shown in place of a message. */
function maskOf(entry: RecordMessage, removed: boolean): string | undefined {
  if (entry.state === 'missing')
    return entry.forgotten === true ? placeholders.forgotten : placeholders.missing
  if (entry.message.role === 'system') return placeholders.system
  if (entry.state === 'removed' && !removed) return placeholders.removed
  return undefined
}

function clamp(value: number, low: number, high: number): number {
  return Number.isNaN(value) ? low : Math.min(high, Math.max(low, Math.trunc(value)))
}
