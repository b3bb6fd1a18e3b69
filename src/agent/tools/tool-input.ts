import { ChatCliError } from '../../errors.ts'
import type { ToolArguments } from '../tool.ts'

/** Reads the arguments of a call, leniently. Each name may be followed by others that models use for the same. */
export interface ToolInput {
  /** @throws ChatCliError `usage`, with a right call, when it is missing or no text */
  text(...names: readonly string[]): string
  optionalText(...names: readonly string[]): string | undefined
  /** A whole number of at least 1, cut to `most`; a number as text is one. */
  count(byDefault: number, most: number, ...names: readonly string[]): number
  flag(...names: readonly string[]): boolean
}

/** @param example a right call, shown when something is wrong */
export function toolInput(args: ToolArguments, example: ToolArguments): ToolInput {
  const find = (names: readonly string[]): unknown =>
    names.flatMap((name) => (Object.hasOwn(args, name) ? [args[name]] : [])).find((value) => value !== null)
  const wrong = (message: string): ChatCliError =>
    new ChatCliError('usage', message, {
      hint: `A right call has arguments such as ${JSON.stringify(example)}`,
    })
  const optionalText = (...names: readonly string[]): string | undefined => {
    const value = find(names)
    if (value === undefined || typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw wrong(`"${names[0]}" must be a text`)
  }
  return {
    optionalText,
    text(...names) {
      const value = optionalText(...names)
      if (value === undefined) throw wrong(`"${names[0]}" is missing`)
      return value
    },
    count(byDefault, most, ...names) {
      const value = find(names)
      if (value === undefined || value === '') return byDefault
      const number = typeof value === 'string' ? Number(value) : value
      if (typeof number !== 'number' || Number.isNaN(number)) throw wrong(`"${names[0]}" must be a number`)
      return Math.min(most, Math.max(1, Math.trunc(number)))
    },
    flag(...names) {
      const value = find(names)
      return (
        value === true ||
        value === 1 ||
        (typeof value === 'string' && /^(true|yes|1|on)$/i.test(value.trim()))
      )
    },
  }
}
