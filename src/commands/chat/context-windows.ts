import { contextWindowOf } from '../../models/context-window.ts'
import type { ModelChoice } from '../../models/model-choice.ts'

export interface ContextWindowsOptions {
  /** What the person says, tokens. */
  readonly own: number | undefined
  /** Asks the provider; undefined when it does not say. */
  readonly listed?: ((choice: ModelChoice, model: string) => Promise<number | undefined>) | undefined
}

/**
 * How many tokens models take, for a request of so many. A provider is asked once for each model, and not before a request
 * may come near: nobody waits for what does not matter yet.
 */
export function contextWindows({
  own,
  listed,
}: ContextWindowsOptions): (choice: ModelChoice, model: string, tokens: number) => Promise<number> {
  const asked = new Map<string, Promise<number | undefined>>()
  return async (choice, model, tokens) => {
    const { provider } = choice
    const known = contextWindowOf(provider, model, { own })
    if (known.from === 'person' || listed === undefined || tokens < known.tokens / 4) return known.tokens
    const key = `${provider} ${choice.baseUrl ?? ''} ${model}`
    const answer = asked.get(key) ?? listed(choice, model)
    asked.set(key, answer)
    return contextWindowOf(provider, model, { own, listed: await answer }).tokens
  }
}
