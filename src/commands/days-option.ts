import { ChatCliError } from '../errors.ts'
import type { Catalogue } from '../text/catalogue.ts'
import type { CommandInput } from './command.ts'
import { textOption } from './input-values.ts'

/** A number of days, written as `90` or `90d`; undefined when it was not given. @throws ChatCliError `usage` */
export function daysOption(text: Catalogue, input: CommandInput, name: string): number | undefined {
  const value = textOption(input, name)
  if (value === undefined) return undefined
  const days = /^(\d{1,6})d?$/i.exec(value.trim())?.[1]
  if (days !== undefined) return Number(days)
  const { badDays, daysHint } = text.storage
  throw new ChatCliError('usage', badDays(`--${name}`, value), { hint: daysHint(`--${name}`) })
}
