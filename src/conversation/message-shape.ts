/**
 * Says why a parsed value is not a message, or undefined when it is one. Only what the program relies on is asked:
 * a role, text, and tool calls and images of the right shape; unknown roles and unknown fields are fine.
 */
export function messageProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a message is not an object'
  const message = value as Record<string, unknown>
  if (typeof message['role'] !== 'string' || message['role'] === '') return 'a message has no role'
  if (typeof message['content'] !== 'string') return 'the content of a message is not text'
  if (!isListOf(message['tool_calls'], isToolCall)) return 'the tool calls of a message are malformed'
  if (!isListOf(message['images'], isImage)) return 'the images of a message are malformed'
  for (const field of ['tool_call_id', 'id', 'created_at']) {
    if (!isText(message[field])) return `the ${field} of a message is not text`
  }
  const meta = message['meta']
  if (meta !== undefined && meta !== null && !isObject(meta)) return 'the meta of a message is not an object'
  return undefined
}

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(check))
}

function isToolCall(value: unknown): boolean {
  return isObject(value) && isText(value['id']) && typeof value['name'] === 'string'
}

function isImage(value: unknown): boolean {
  return isObject(value) && isText(value['data']) && isText(value['url'])
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
