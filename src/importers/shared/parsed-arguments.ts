import type { ToolCall } from '../../conversation/message.ts'

/** What a tool was given: the value of a JSON text, which may be no JSON, or of anything else the value itself. */
export function parsedArguments(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? {}
  try {
    return JSON.parse(given)
  } catch {
    return { input: given }
  }
}

/** What a tool was given, beside the text of it where that is no JSON. */
export function argumentsWithRaw(given: unknown): Pick<ToolCall, 'arguments' | 'raw'> {
  if (typeof given !== 'string') return { arguments: given ?? {} }
  try {
    return { arguments: JSON.parse(given) as unknown }
  } catch {
    return { arguments: {}, raw: given }
  }
}
