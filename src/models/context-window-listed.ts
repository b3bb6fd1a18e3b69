import { contextWindowByDefault } from './context-window-table.ts'
import type { ModelChoice } from './model-choice.ts'
import type { ModelWorld } from './model-world.ts'
import { reach } from './reach.ts'
import { requestHeaders } from './request-headers.ts'

export interface ListedContextWindowOptions extends Pick<ModelWorld, 'fetch'> {
  readonly model: string
  readonly signal?: AbortSignal
}

/** How long a provider may take to say it, milliseconds: nobody waits for it longer. */
const patience = 3000
/** The names that providers have for it, in what they list of a model. */
const fields = [
  'loaded_context_length',
  'context_length',
  'context_window',
  'max_model_len',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
  'n_ctx',
]

/** Tokens that a model takes, as its provider says; undefined when it does not, or cannot be asked. Never throws. */
export async function listedContextWindow(
  choice: ModelChoice,
  options: ListedContextWindowOptions,
): Promise<number | undefined> {
  const { model, fetch, signal } = options
  const timeout = AbortSignal.timeout(patience)
  const within = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  try {
    const reached = reach(choice)
    const ask = async (url: string, body?: unknown): Promise<unknown> => {
      const response = await fetch(url, {
        headers: {
          ...requestHeaders(reached),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        signal: within,
      })
      return response.ok ? await response.json() : undefined
    }
    if (reached.provider === 'ollama') return await ofOllama(reached.baseUrl.replace(/\/v1$/, ''), model, ask)
    return entryWindow(find(await ask(`${reached.baseUrl}/models`), model))
  } catch {
    // It is a convenience: whatever is wrong with the provider, the next answer tells it.
    return undefined
  }
}

/** What the loaded model was given; else what its file says; else its own maximum, which Ollama does not give it unasked. */
async function ofOllama(
  base: string,
  model: string,
  ask: (url: string, body?: unknown) => Promise<unknown>,
): Promise<number | undefined> {
  const loaded = entryWindow(find(await ask(`${base}/api/ps`), model))
  if (loaded !== undefined) return loaded
  const shown = await ask(`${base}/api/show`, { model })
  if (!isObject(shown)) return undefined
  const set = /^num_ctx\s+(\d+)/m.exec(
    typeof shown['parameters'] === 'string' ? shown['parameters'] : '',
  )?.[1]
  if (set !== undefined) return whole(Number(set))
  const info = isObject(shown['model_info']) ? shown['model_info'] : {}
  const own = Object.entries(info).find(([name]) => name.endsWith('.context_length'))?.[1]
  const most = whole(own)
  return most === undefined ? undefined : Math.min(most, contextWindowByDefault.ollama)
}

function find(body: unknown, model: string): unknown {
  if (!isObject(body)) return undefined
  const entries: unknown = [body['data'], body['models']].find((each) => Array.isArray(each))
  if (!Array.isArray(entries)) return undefined
  const names = new Set([model, `models/${model}`, `${model}:latest`])
  return entries.find((entry: unknown) => {
    if (!isObject(entry)) return false
    return [entry['id'], entry['name'], entry['model']].some(
      (name) => typeof name === 'string' && names.has(name),
    )
  })
}

function entryWindow(entry: unknown): number | undefined {
  if (!isObject(entry)) return undefined
  const places = [entry, entry['meta'], entry['top_provider']].filter(isObject)
  for (const field of fields) {
    for (const place of places) {
      const tokens = whole(place[field])
      if (tokens !== undefined) return tokens
    }
  }
  return undefined
}

function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
