import { ChatCliError } from '../errors.ts'
import { answerOnce, type OneAnswer } from './answer-once.ts'
import { listModels } from './list-models.ts'
import type { ModelChoice } from './model-choice.ts'
import type { ModelWorld } from './model-world.ts'
import type { Model, ModelEvent, ModelRequest, ToolSpec } from './model.ts'
import { priceOf } from './price-of.ts'
import type { Price } from './prices.ts'
import { promptOf } from './prompt-of.ts'
import { providerFailure } from './provider-failure.ts'
import { reach, type Reached } from './reach.ts'
import { retryWait } from './retry-wait.ts'
import { modelView } from './view/model-view.ts'
import { toolName } from './view/tool-name.ts'

/** A server that asks for more is not waited for. */
const longestWait = 120_000
const free: Price = { input: 0, output: 0 }

/**
 * Opens the model of a choice. Nothing is asked of the provider yet, but for its list of models where the choice names
 * none. The provider's package is loaded with the first answer.
 *
 * @throws ChatCliError `usage` for a server without a URL; `provider` when it has to be asked and cannot be
 */
export async function openModel(choice: ModelChoice, world: ModelWorld): Promise<Model> {
  const reached = reach(choice)
  const id = choice.model ?? (await firstModel(choice, reached, world))
  // Ollama hands such a model's conversations on to servers elsewhere.
  const isLocal = reached.isLocal && !(choice.provider === 'ollama' && /[:-]cloud$/.test(id))
  let toolCalls: 'native' | 'text' = choice.toolCalls === 'text' ? 'text' : 'native'
  return {
    provider: choice.provider,
    id,
    isLocal,
    get toolCalls() {
      return toolCalls
    },
    async *answer(request) {
      try {
        const ready = readyAnswer(choice, { reached: { ...reached, isLocal }, id, toolCalls, request })
        yield* answerWithRetries(world, ready, choice.retries)
      } catch (error) {
        const isRefused = error instanceof ChatCliError && error.code === 'tools-unsupported'
        if (isRefused && choice.toolCalls === 'auto') toolCalls = 'text'
        throw error
      }
    },
  }
}

async function* answerWithRetries(
  world: ModelWorld,
  answer: OneAnswer,
  retries: number,
): AsyncGenerator<ModelEvent, void> {
  const { reached, model, signal, request } = answer
  for (let attempt = 1; ; attempt++) {
    let hasBegun = false
    try {
      for await (const event of answerOnce(world, answer)) {
        hasBegun ||= event.kind === 'text' || event.kind === 'tool-call'
        yield event
      }
      return
    } catch (thrown) {
      if (signal?.aborted) throw interrupted()
      const hasTools = request.tools !== undefined
      const failure = providerFailure(thrown, { ...reached, model, hasTools, now: world.now() })
      const waitMs = retryWait(attempt, world.random(), failure.waitMs)
      if (hasBegun || !failure.isPassing || attempt > retries || waitMs > longestWait) throw failure.error
      yield { kind: 'retry', attempt, of: retries, waitMs, reason: failure.error.message }
      await world.sleep(waitMs, signal).catch(() => {})
      if (signal?.aborted) throw interrupted()
    }
  }
}

interface Asked {
  readonly reached: Reached
  readonly id: string
  readonly toolCalls: 'native' | 'text'
  readonly request: ModelRequest
}

function readyAnswer(choice: ModelChoice, { reached, id, toolCalls, request }: Asked): OneAnswer {
  const tools = toolCalls === 'text' ? [] : request.tools
  // Anthropic refuses calls in a conversation when no tools are offered.
  const view = modelView(request, tools.length === 0 ? 'text' : 'native')
  const maxOutputTokens = request.maxTokens ?? choice.maxTokens
  const price = reached.isLocal ? free : priceOf(id, choice.prices)
  const names = new Map(tools.map(({ name }) => [toolName(name), name]))
  return {
    reached,
    model: id,
    request: {
      prompt: promptOf(view),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
      // OpenAI would keep the conversation otherwise.
      providerOptions: { openai: { store: false } },
    },
    limits: { stallMs: choice.stallMs, timeoutMs: choice.timeoutMs, isPatient: reached.isLocal },
    price,
    toolOf: (name) => names.get(name) ?? name,
    signal: request.signal,
  }
}

function toolOf({ name, about, input }: ToolSpec): NonNullable<OneAnswer['request']['tools']>[number] {
  return { type: 'function', name: toolName(name), description: about, inputSchema: input }
}

async function firstModel(
  choice: ModelChoice,
  { title, provider }: Reached,
  world: ModelWorld,
): Promise<string> {
  const [first] = await listModels(choice, world)
  if (first !== undefined) return first
  const hint =
    provider === 'ollama' ? 'Get one, as with "ollama pull qwen3".' : 'Name one with CHATCLI_MODEL.'
  throw new ChatCliError('provider', `${title} lists no model`, { hint })
}

function interrupted(): ChatCliError {
  return new ChatCliError('interrupted', 'The answer was interrupted')
}
