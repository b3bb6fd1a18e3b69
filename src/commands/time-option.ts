import { ChatCliError } from '../errors.ts'
import { timePhrases } from '../search/time-phrase.ts'
import type { TimeContext, TimeSpan } from '../search/time-span.ts'
import { timeValue } from '../search/time-value.ts'
import type { Catalogue } from '../text/catalogue.ts'

/**
 * A moment that bounds message times: the start of what the value names for `--since`, its end for `--until`; an age
 * (`7d`) is the moment so long ago for both.
 *
 * @param option as the caller writes it, for what is said of a wrong one
 *
 * @returns milliseconds since the epoch
 * @throws ChatCliError `usage` when the value names no time
 */
export function timeOption(
  text: Catalogue,
  value: string | undefined,
  option: '--since' | '--until' | 'since' | 'until',
  context: TimeContext,
): number | undefined {
  if (value === undefined) return undefined
  const span = spanOf(value.trim(), context)
  const isAge = /^\d{1,4}[hdwmy]$/i.test(value.trim())
  const moment = option.endsWith('since') || isAge ? span?.from : span?.to
  if (moment !== undefined) return moment
  throw new ChatCliError('usage', text.usageErrors.badTime(option, value), {
    hint: text.usageErrors.timeHint,
  })
}

function spanOf(value: string, context: TimeContext): TimeSpan | undefined {
  const known = timeValue(value, context)
  if (known !== undefined) return known
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) {
    const at = Date.parse(value)
    return Number.isNaN(at) ? undefined : { from: at, to: at }
  }
  const [phrase] = timePhrases(value, context)
  return phrase !== undefined && phrase.start === 0 && phrase.end === value.length ? phrase.span : undefined
}
