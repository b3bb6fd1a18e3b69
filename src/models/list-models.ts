import { ChatCliError } from '../errors.ts'
import type { ModelChoice } from './model-choice.ts'
import type { ModelWorld } from './model-world.ts'
import { providerFailure } from './provider-failure.ts'
import { reach } from './reach.ts'
import { requestHeaders } from './request-headers.ts'

export interface ListModelsOptions extends Pick<ModelWorld, 'fetch' | 'now'> {
  readonly signal?: AbortSignal
}

/**
 * The names of the models a provider has, as it lists them.
 *
 * @throws ChatCliError `provider` when it cannot be asked
 */
export async function listModels(
  choice: ModelChoice,
  options: ListModelsOptions,
): Promise<readonly string[]> {
  const { fetch, now, signal } = options
  const reached = reach(choice)
  try {
    const timeout = AbortSignal.timeout(Math.min(choice.timeoutMs, 2 ** 31 - 1))
    const response = await fetch(`${reached.baseUrl}/models`, {
      headers: requestHeaders(reached),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const responseBody = await response.text()
    if (!response.ok) throw Object.assign(new Error('refused'), { statusCode: response.status, responseBody })
    return namesIn(responseBody)
  } catch (thrown) {
    if (signal?.aborted) throw new ChatCliError('interrupted', 'The question for the models was interrupted')
    throw providerFailure(thrown, { ...reached, model: choice.model ?? '', hasTools: false, now: now() })
      .error
  }
}

function namesIn(body: string): readonly string[] {
  let list: { readonly data?: unknown; readonly models?: unknown }
  try {
    list = JSON.parse(body) as typeof list
  } catch (cause) {
    throw new ChatCliError('provider', 'The address of the provider does not list models', {
      hint: 'Check the base URL; it usually ends with /v1.',
      cause,
    })
  }
  const entries: readonly unknown[] = [list.data, list.models].find((each) => Array.isArray(each)) ?? []
  return entries.flatMap((entry) => {
    const { id, name } = entry as { readonly id?: unknown; readonly name?: unknown }
    const known = id ?? name
    return typeof known === 'string' ? [known.replace(/^models\//, '')] : []
  })
}
