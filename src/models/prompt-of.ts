import type { ProviderModel } from './language-model.ts'
import type { ModelView } from './view/model-view.ts'

/** What the provider packages take as the conversation. */
export type Prompt = Parameters<ProviderModel['doStream']>[0]['prompt']

type Entry = Prompt[number]
type CachePoint = Pick<Entry, 'providerOptions'>

// Anthropic keeps what stands before these for five minutes; the next step of an answer reads it at a tenth of the price.
const cachePoint: CachePoint = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

/** A view in the form of the provider packages. */
export function promptOf({ instructions, messages }: ModelView): Prompt {
  const names = new Map<string, string>()
  const entries = messages.map(
    ({ role, content, tool_calls: calls, tool_call_id: id = '', is_error }): Entry => {
      if (role === 'tool') {
        const output = {
          type: is_error === true ? ('error-text' as const) : ('text' as const),
          value: content,
        }
        const result = {
          type: 'tool-result' as const,
          toolCallId: id,
          toolName: names.get(id) ?? 'tool',
          output,
        }
        return { role: 'tool', content: [result] }
      }
      const text = content.trim() === '' ? [] : [{ type: 'text' as const, text: content }]
      if (role === 'user') return { role: 'user', content: text }
      for (const call of calls ?? []) names.set(call.id, call.name)
      const called = (calls ?? []).map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: call.arguments,
      }))
      return { role: 'assistant', content: [...text, ...called] }
    },
  )
  const last = entries.at(-1)
  if (last !== undefined) entries[entries.length - 1] = { ...last, ...cachePoint }
  if (instructions === '') return entries
  return [{ role: 'system', content: instructions, ...cachePoint }, ...entries]
}
