import { isSummary, isThinking } from '../../conversation/compaction/message-kinds.ts'
import type { Message, ToolCall } from '../../conversation/message.ts'

/** A tool that was used, and what came of it: providers want both, and side by side. */
export interface CarriedUse {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly output: string
  readonly isError: boolean
}

/** What every tool can take of a conversation, in its order. */
export type CarriedEntry =
  | {
      readonly kind: 'user' | 'assistant' | 'summary'
      readonly text: string
      readonly at: number
      readonly model: string
    }
  | {
      readonly kind: 'uses'
      readonly uses: readonly CarriedUse[]
      readonly at: number
      readonly model: string
    }

/** What cannot be carried to another tool. */
export type LossKind =
  | 'earlier'
  | 'thinking'
  | 'system'
  | 'images'
  | 'open-calls'
  | 'lone-results'
  | 'undated'
  | 'commands'

export interface CarriedConversation {
  readonly entries: readonly CarriedEntry[]
  readonly title: string
  /** Absolute path of the folder that was worked in. */
  readonly cwd: string
  readonly branch: string | undefined
  readonly model: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly updatedAt: number
  readonly losses: ReadonlyMap<LossKind, number>
}

export interface CarryOptions {
  readonly title: string
  readonly cwd: string
  readonly branch?: string | undefined
  readonly model?: string | undefined
  /** Milliseconds since the epoch: when it began, for messages before the first one whose time is known. */
  readonly startedAt: number
  /** Messages of the record that are not in the window any more. */
  readonly earlier: number
}

/** A window as other tools can take it. */
export function carriedConversation(window: readonly Message[], options: CarryOptions): CarriedConversation {
  const { title, cwd, branch, model: known = 'unknown', startedAt, earlier } = options
  const losses = new Map<LossKind, number>()
  const lose = (kind: LossKind, count = 1): void => {
    if (count > 0) losses.set(kind, (losses.get(kind) ?? 0) + count)
  }
  lose('earlier', earlier)
  const results = new Map<string, Message>()
  for (const message of window) {
    const { role, tool_call_id: call } = message
    if (role === 'tool' && call !== undefined && !results.has(call)) results.set(call, message)
  }
  const used = new Set<string>()
  const entries: CarriedEntry[] = []
  let at = startedAt
  for (const message of window) {
    const { role, content, created_at: time, images, meta } = message
    if (isThinking(message) || role === 'system') {
      lose(role === 'system' ? 'system' : 'thinking')
      continue
    }
    const own = Date.parse(time ?? '')
    if (Number.isNaN(own)) lose('undated')
    else at = own
    lose('images', images?.length ?? 0)
    const model = typeof meta?.['model'] === 'string' ? meta['model'] : known
    if (role === 'tool') continue
    const kind = isSummary(message) ? 'summary' : role === 'assistant' ? 'assistant' : 'user'
    if (content.trim() !== '') entries.push({ kind, text: content, at, model })
    const uses = (message.tool_calls ?? []).flatMap((call): CarriedUse[] => {
      const result = results.get(call.id)
      if (result === undefined || used.has(call.id)) {
        lose('open-calls')
        return []
      }
      used.add(call.id)
      return [useOf(call, result)]
    })
    if (uses.length > 0) entries.push({ kind: 'uses', uses, at, model })
  }
  lose(
    'lone-results',
    window.filter(({ role, tool_call_id: call = '' }) => role === 'tool' && !used.has(call)).length,
  )
  return { entries, title, cwd, branch, model: known, startedAt, updatedAt: at, losses }
}

function useOf(call: ToolCall, { content, is_error }: Message): CarriedUse {
  return {
    // Providers take nothing else in an id.
    id: call.id.replaceAll(/[^\w-]/g, '_'),
    name: call.name,
    input: call.arguments ?? {},
    output: content,
    isError: is_error === true,
  }
}
