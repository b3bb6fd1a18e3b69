import type { Message, ToolCall } from '../message.ts'
import { answeredCalls, isRecall } from './answered-calls.ts'
import { clip } from './cut-text.ts'
import type { Draft, DraftEntry } from './draft.ts'
import { type Limits, fixedEntries } from './limits.ts'
import { isSummary, isToolResult, shortenedTo } from './message-kinds.ts'
import { type Archiver, markerOf } from './recall-marker.ts'
import { shortened } from './shortened.ts'
import { type TokensOf, tokensIn } from './sizing.ts'
import { withCut } from './with-less-text.ts'

export interface TrimOptions extends Limits {
  readonly archive: Archiver
  readonly tokensOf: TokensOf
  /** Tokens the window is to have at most. */
  readonly budget: number
}

/** Results longer than this lose their middle, characters; what stays of them. */
const longResult = 5000
const kept = { head: 2000, tail: 500 }
/** Texts in arguments longer than this are shortened, characters; what stays of them. */
const longArgument = 2000
const keptArgument = 200
/** Thoughts and explanations that stand as blocks of their own. */
const thoughts = /^[ \t]*<(think|thinking|reasoning|explanation)>[\s\S]*?<\/\1>[ \t]*\n*/gim

/**
 * Level 1, without a model: oldest first until the budget is met, answers lose their thoughts, spare empty lines and long
 * texts in arguments of calls, results of tools their middle. What a person typed and summaries stay.
 */
export function trim(draft: Draft, options: TrimOptions): Draft {
  const { archive, tokensOf, budget } = options
  const fixed = fixedEntries(draft, options)
  const calls = answeredCalls(draft.map(({ message }) => message))
  let left = tokensIn(draft, tokensOf) - budget
  return draft.map((entry, i) => {
    if (left <= 0 || fixed[i] === true || isSummary(entry.message) || isRecall(calls[i])) return entry
    const trimmed = trimEntry(entry, archive)
    left -= tokensOf(entry.message) - tokensOf(trimmed.message)
    return trimmed
  })
}

function trimEntry(entry: DraftEntry, archive: Archiver): DraftEntry {
  const { message } = entry
  if (shortenedTo(message) !== undefined) return entry
  if (isToolResult(message))
    return message.content.length > longResult ? (withCut(entry, kept, archive) ?? entry) : entry
  return message.role === 'assistant' ? trimAnswer(entry, archive) : entry
}

function trimAnswer(entry: DraftEntry, archive: Archiver): DraftEntry {
  const { message } = entry
  const plain = message.content.replace(thoughts, '').replace(/\n{3,}/g, '\n\n')
  const content = plain.trim() === '' && !message.tool_calls?.length ? message.content : plain
  const calls = message.tool_calls?.map((call) => trimCall(call, archive))
  const isSame = content === message.content && !calls?.some((call, i) => call !== message.tool_calls?.[i])
  if (isSame) return entry
  const changed: Pick<Message, 'content' | 'tool_calls'> =
    calls === undefined ? { content } : { content, tool_calls: calls }
  return shortened(entry, 'plain', changed)
}

function trimCall(call: ToolCall, archive: Archiver): ToolCall {
  const given = call.arguments
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return call
  const entries = Object.entries(given)
  if (!entries.some(([, value]) => typeof value === 'string' && value.length > longArgument)) return call
  const shorter = entries.map(([name, value]: [string, unknown]) => [name, trimArgument(value, archive)])
  // What the model wrote holds the long text too.
  const { raw: _, ...rest } = call
  return { ...rest, arguments: Object.fromEntries(shorter) as unknown }
}

function trimArgument(value: unknown, archive: Archiver): unknown {
  if (typeof value !== 'string' || value.length <= longArgument) return value
  const key = archive(value)
  const pointer = key === undefined ? '' : ` ${markerOf(key)}`
  return `${clip(value, keptArgument)}\n[${value.length} characters${pointer}]`
}
