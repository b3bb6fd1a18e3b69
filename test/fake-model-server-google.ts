import { type FakeFormat, objectsOf, sse, textOf } from './fake-model-server-reply.ts'

/** Google's streamGenerateContent. */
export const googleFormat: FakeFormat = {
  question(body) {
    const parts = objectsOf(objectsOf(body['contents']).at(-1)?.['parts'])
    const response = parts.at(-1)?.['functionResponse']
    if (response !== undefined) return { kind: 'tool', text: JSON.stringify(response) }
    return { kind: 'user', text: textOf(parts) }
  },
  frames(reply) {
    const usageMetadata = reply.usage && {
      promptTokenCount: reply.usage.input,
      candidatesTokenCount: reply.usage.output,
      cachedContentTokenCount: reply.usage.cached,
    }
    const frame = (parts: readonly object[], finishReason?: string): string =>
      sse({
        candidates: [{ content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) }],
        ...(finishReason && usageMetadata ? { usageMetadata } : {}),
      })
    return [
      ...(reply.thinking === '' ? [] : [frame([{ text: reply.thinking, thought: true }])]),
      ...reply.pieces.map((text) => frame([{ text }])),
      ...reply.calls.map(({ name, fragments }) =>
        frame([{ functionCall: { name, args: JSON.parse(fragments.join('')) } }]),
      ),
      frame([{ text: '' }], reply.isLong ? 'MAX_TOKENS' : 'STOP'),
    ]
  },
  errorFrame: (message) => sse({ error: { code: 500, message, status: 'INTERNAL' } }),
  errorBody: (code, message, status) => ({ error: { code, message, status: status.toUpperCase() } }),
}
