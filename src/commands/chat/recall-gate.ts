import type { Message } from '../../conversation/message.ts'
import { unfenceRecalled } from './unfence-recalled.ts'

export interface RecallGateOptions {
  /** The provider that is about to be asked. */
  readonly provider: string
  /** Keys of what the person let go to providers before; what they let go now is added. */
  readonly shared: Set<string>
  /** Asks the person whether recalled text may go there. */
  readonly isAllowed: () => Promise<boolean>
}

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
  const keyOf = (id: string): string => `${provider} ${id}`
  return async (messages) => {
    const own = new Set(messages.filter(({ meta }) => meta?.['provider'] === provider).flatMap(callIds))
    const recalled = messages.flatMap(({ role, content, tool_call_id: id }) =>
      role === 'tool' && id !== undefined && unfenceRecalled(content) !== content ? [id] : [],
    )
    const asked = recalled.filter((id) => !own.has(id) && !shared.has(keyOf(id)) && !refused.has(id))
    if (asked.length > 0) {
      const isGiven = await isAllowed()
      for (const id of asked) {
        if (isGiven) shared.add(keyOf(id))
        else refused.add(id)
      }
    }
    const isRefused = ({ role, tool_call_id: id }: Message): boolean =>
      role === 'tool' && id !== undefined && refused.has(id)
    return messages.map((message) => (isRefused(message) ? { ...message, content: withheld } : message))
  }
}

function callIds({ tool_calls: calls }: Message): readonly string[] {
  return (calls ?? []).map(({ id }) => id)
}
