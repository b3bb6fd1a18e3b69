import type { ToolCall } from '../../conversation/message.ts'
import { cleanJson } from './clean-json.ts'
import { cleanText } from './clean-text.ts'

/**
 * The arguments of a call as the object that providers insist on. Text that is JSON is read; what is no object stands
 * under `value`, and text that cannot be read under `text`, so that the model sees what it had written.
 */
export function callArguments({ arguments: given, raw }: ToolCall): Readonly<Record<string, unknown>> {
  const text = typeof given === 'string' ? given : (given ?? undefined) === undefined ? raw : undefined
  const value = text === undefined ? given : parse(text)
  if (isObject(value)) return cleanJson(value) as Readonly<Record<string, unknown>>
  if (value === undefined && text !== undefined && text !== '') return { text: cleanText(text) }
  return value === undefined || value === null ? {} : { value: cleanJson(value) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
