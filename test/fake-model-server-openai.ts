import { type FakeFormat, objectsOf, sse, textOf } from './fake-model-server-reply.ts'

/** Chat completions, as OpenAI, Ollama, llama.cpp, vLLM, LM Studio and OpenRouter speak them. */
export const openaiChatFormat: FakeFormat = {
  question(body) {
    const last = objectsOf(body['messages']).at(-1) ?? {}
    return { kind: last['role'] === 'tool' ? 'tool' : 'user', text: textOf(last['content']) }
  },
  frames(reply, model) {
    const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model }
    const chunk = (delta: unknown, finish_reason: string | null = null): string =>
      sse({ ...head, choices: [{ index: 0, delta, finish_reason }] })
    const { thinking, calls, usage, isLong } = reply
    const reason = isLong ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'
    return [
      ...(reply.hasRole ? [chunk({ role: 'assistant', content: '' })] : []),
      ...(thinking === '' ? [] : [chunk({ reasoning_content: thinking })]),
      ...reply.pieces.map((content) => chunk({ content })),
      ...calls.flatMap(({ id, name, fragments }, index) =>
        fragments.map((fragment, i) => {
          const first = i === 0 ? { id, type: 'function' } : {}
          const named = i === 0 ? { name, arguments: fragment } : { arguments: fragment }
          return chunk({ tool_calls: [{ index, ...first, function: named }] })
        }),
      ),
      chunk({}, reason),
      ...(usage === undefined
        ? []
        : [
            sse({
              ...head,
              choices: [],
              usage: {
                prompt_tokens: usage.input,
                completion_tokens: usage.output,
                total_tokens: usage.input + usage.output,
                prompt_tokens_details: { cached_tokens: usage.cached },
              },
            }),
          ]),
      sse('[DONE]'),
    ]
  },
  errorFrame: (message) => sse({ error: { message, type: 'server_error', code: 'server_error' } }),
  errorBody: (_status, message, code) => ({ error: { message, type: 'invalid_request_error', code } }),
}
