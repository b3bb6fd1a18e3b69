import { isToolResult } from '../../conversation/compaction/message-kinds.ts'
import type { Message } from '../../conversation/message.ts'

export interface RecallGateOptions {
  /** The provider that is about to be asked. */
  readonly provider: string
  /** What the person let go to providers before; what they let go now is added. */
  readonly shared: Set<string>
  /** Asks the person whether recalled text may go there. */
  readonly isAllowed: () => Promise<boolean>
}

/** The mark of a text that `fenceRecalled` fenced; each has its own. */
const fence = /^[^\n]*\nrecalled-([0-9a-z]+) begin\n/i
const withheld = 'What was recalled here is not given to this model: the person has not allowed it.'

/**
 * What a provider elsewhere is given of a window. What was recalled without it, by the memory alone, by a model on this
 * machine or by one of another provider, goes there when the person allows it; they are asked once, and what they refuse
 * is left out.
 */
export function recallGate({
  provider,
  shared,
  isAllowed,
}: RecallGateOptions): (messages: readonly Message[]) => Promise<readonly Message[]> {
  const refused = new Set<string>()
  const keyOf = (mark: string): string => `${provider} ${mark}`
  return async (messages) => {
    const marks = recalledByOthers(messages, provider)
    const asked = [...marks.values()].filter((mark) => !shared.has(keyOf(mark)) && !refused.has(mark))
    if (asked.length > 0) {
      const isGiven = await isAllowed()
      for (const mark of asked) {
        if (isGiven) shared.add(keyOf(mark))
        else refused.add(mark)
      }
    }
    return messages.map((message) => {
      return refused.has(marks.get(message) ?? '') ? { ...message, content: withheld } : message
    })
  }
}

/** The fenced results of calls that this provider did not make, with their marks. Servers use the ids of calls again. */
function recalledByOthers(messages: readonly Message[], provider: string): ReadonlyMap<Message, string> {
  const callers = new Map<string, unknown>()
  const marks = new Map<Message, string>()
  for (const message of messages) {
    for (const { id } of message.tool_calls ?? []) callers.set(id, message.meta?.['provider'])
    const mark = isToolResult(message) ? fence.exec(message.content)?.[1] : undefined
    if (mark !== undefined && callers.get(message.tool_call_id ?? '') !== provider) marks.set(message, mark)
  }
  return marks
}
