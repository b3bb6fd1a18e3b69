import type { ToolCall } from '../../conversation/message.ts'
import { cutToWidth } from '../../text/display-width.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** Columns that one value of a call takes at most. */
const longestValue = 60

/** A call on one line, safe in a terminal: its name, and what it is about. */
export function callLine({ name, arguments: args, raw }: ToolCall): string {
  const words = raw ?? (args === undefined ? [] : partsOf(args)).join(' · ')
  return sanitiseLine(`@${name.replace(/^@/, '')} ${words}`).trimEnd()
}

/** The values of arguments; the first one tells what it is by itself, the others have their names. */
function partsOf(args: unknown): string[] {
  const parts: string[] = []
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, part] of Object.entries(value)) add(inner, part)
    } else {
      const shown = cutToWidth(typeof value === 'string' ? value : JSON.stringify(value), longestValue)
      parts.push(parts.length === 0 ? shown : `${key}: ${shown}`)
    }
  }
  add('', args)
  return parts
}
