import { type FakeFormat, objectsOf, sse, textOf } from './fake-model-server-reply.ts'

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
}

/** Anthropic's messages. */
export const anthropicFormat: FakeFormat = {
  question(body) {
    const content = objectsOf(body['messages']).at(-1)?.['content']
    const last = objectsOf(content).at(-1)
    if (last?.['type'] === 'tool_result') return { kind: 'tool', text: textOf(last['content']) }
    return { kind: 'user', text: last === undefined ? textOf(content) : textOf([last]) }
  },
  frames(reply, model) {
    const { pieces, thinking, calls, isLong } = reply
    const usage = reply.usage ?? { input: 0, output: 0, cached: 0 }
    const event = (type: string, data: object): string => sse({ type, ...data }, type)
    const blocks: { readonly start: object; readonly deltas: readonly object[] }[] = []
    if (thinking !== '') {
      const deltas = [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature: 'c2lnbmVk' },
      ]
      blocks.push({ start: { type: 'thinking', thinking: '', signature: '' }, deltas })
    }
    if (pieces.length > 0) {
      const deltas = pieces.map((text) => ({ type: 'text_delta', text }))
      blocks.push({ start: { type: 'text', text: '' }, deltas })
    }
    for (const { id, name, fragments } of calls) {
      const deltas = fragments.map((partial_json) => ({ type: 'input_json_delta', partial_json }))
      blocks.push({ start: { type: 'tool_use', id, name, input: {} }, deltas })
    }
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input - usage.cached,
        output_tokens: 1,
        cache_read_input_tokens: usage.cached,
        cache_creation_input_tokens: 0,
      },
    }
    const stop_reason = isLong ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn'
    return [
      event('message_start', { message }),
      event('ping', {}),
      ...blocks.flatMap(({ start, deltas }, index) => [
        event('content_block_start', { index, content_block: start }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ]),
      event('message_delta', {
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      event('message_stop', {}),
    ]
  },
  errorFrame: (message) => sse({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
  errorBody: (status, message) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message },
  }),
}
