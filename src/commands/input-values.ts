import { ChatCliError } from '../errors.ts'
import type { Catalogue } from '../text/catalogue.ts'
import type { CommandInput } from './command.ts'

/** The value of an option, undefined when it was not given. */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name]
  return value === true ? undefined : value
}

/** Whether a switch was given. */
export function isOn(input: CommandInput, name: string): boolean {
  return input.options[name] !== undefined
}

/**
 * A whole number in a range.
 *
 * @param value as typed; undefined stays undefined
 * @param name what to call it in the error
 * @throws ChatCliError `usage`
 */
export function countOf(
  text: Catalogue,
  value: string | undefined,
  name: string,
  least: number,
  most?: number,
): number | undefined {
  if (value === undefined) return undefined
  const count = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN
  if (count >= least && count <= (most ?? Infinity)) return count
  throw new ChatCliError('usage', text.usageErrors.badCount(name, value), {
    hint: text.usageErrors.countHint(name, least, most),
  })
}

/** As {@link countOf}, of an option. */
export function countOption(
  text: Catalogue,
  input: CommandInput,
  name: string,
  least: number,
  most?: number,
): number | undefined {
  return countOf(text, textOption(input, name), `--${name}`, least, most)
}

/** One of a few words, any case. @throws ChatCliError `usage` */
export function choiceOf<T extends string>(
  text: Catalogue,
  value: string | undefined,
  name: string,
  choices: readonly T[],
): T | undefined {
  if (value === undefined) return undefined
  const choice = choices.find((known) => known === value.trim().toLowerCase())
  if (choice !== undefined) return choice
  throw new ChatCliError('usage', text.usageErrors.badChoice(name, value), {
    hint: text.usageErrors.choiceHint(choices),
  })
}

/** The word at a place. @throws ChatCliError `usage` when there is none */
export function wordAt(text: Catalogue, input: CommandInput, place: number, name: string): string {
  const word = input.words[place]
  if (word !== undefined) return word
  throw new ChatCliError('usage', text.usageErrors.missingArgument(name))
}

/** @throws ChatCliError `usage` when there are more words than `most` */
export function checkWordCount(text: Catalogue, input: CommandInput, most: number): void {
  const extra = input.words[most]
  if (extra !== undefined) throw new ChatCliError('usage', text.usageErrors.unexpected(extra))
}
