import { type FakeFormat, objectsOf, sse, textOf } from './fake-model-server-reply.ts'

/** OpenAI's responses. */
export const openaiResponsesFormat: FakeFormat = {
  question(body) {
    const last = objectsOf(body['input']).at(-1) ?? {}
    if (last['type'] === 'function_call_output') return { kind: 'tool', text: textOf(last['output']) }
    return { kind: 'user', text: textOf(last['content']) }
  },
  frames(reply, model) {
    const { pieces, calls, usage, isLong } = reply
    const message = { type: 'message', id: 'msg_1' }
    const text = [
      sse({ type: 'response.output_item.added', output_index: 0, item: message }),
      ...pieces.map((delta) => sse({ type: 'response.output_text.delta', item_id: 'msg_1', delta })),
      sse({ type: 'response.output_item.done', output_index: 0, item: message }),
    ]
    const called = calls.flatMap(({ id, name, fragments }, i) => {
      const output_index = i + 1
      const item = { type: 'function_call', id: `fc_${i}`, call_id: id, name, arguments: '' }
      return [
        sse({ type: 'response.output_item.added', output_index, item }),
        ...fragments.map((delta) =>
          sse({ type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta }),
        ),
        sse({
          type: 'response.output_item.done',
          output_index,
          item: { ...item, arguments: fragments.join(''), status: 'completed' },
        }),
      ]
    })
    const tokens = usage ?? { input: 0, output: 0, cached: 0 }
    return [
      sse({ type: 'response.created', response: { id: 'resp_1', created_at: 1, model } }),
      ...(pieces.length === 0 ? [] : text),
      ...called,
      sse({
        type: isLong ? 'response.incomplete' : 'response.completed',
        response: {
          ...(isLong ? { incomplete_details: { reason: 'max_output_tokens' } } : {}),
          usage: {
            input_tokens: tokens.input,
            input_tokens_details: { cached_tokens: tokens.cached },
            output_tokens: tokens.output,
          },
        },
      }),
    ]
  },
  errorFrame: (message) =>
    sse({
      type: 'error',
      sequence_number: 1,
      error: { type: 'server_error', code: 'server_error', message, param: null },
    }),
  errorBody: (_status, message, code) => ({ error: { message, type: 'invalid_request_error', code } }),
}
