import canonicalize from 'canonicalize'
import type { ToolCall } from '../message.ts'

/** A call as a text that is equal for equal calls, whatever the order of the arguments. */
export function canonicalCall({ name, arguments: given }: ToolCall): string {
  try {
    return `${name}\n${canonicalize(given ?? null) ?? ''}`
  } catch {
    // RFC 8785 has no form for a lone surrogate.
    return `${name}\n${JSON.stringify(given)}`
  }
}
