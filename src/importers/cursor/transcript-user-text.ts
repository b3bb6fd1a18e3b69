import { taggedParts } from '../shared/tagged-parts.ts'

/** What was typed, and when, from the text that was sent with things put around it. */
export interface TranscriptPrompt {
  /** Empty when nothing was typed. */
  readonly text: string
  /** Milliseconds since the epoch, exact to the minute. */
  readonly at: number | undefined
}

const CLOCK =
  /^\s*<timestamp>[^<]{0,100}?([A-Z][a-z]{2})[a-z]{0,10}\s+(\d{1,2}),\s+(\d{4}),?\s+(\d{1,2}):(\d\d)(?::\d\d)?(?:\s*([AP])M)?\s*\((?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d\d))?)?\)[^<]*<\/timestamp>/i
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** Things that are put in front of what was typed; what a person types between tags has other names. */
const CONTEXT = 'timestamp|rules|[a-z]+(?:_[a-z]+)+'

export function transcriptPrompt(sent: string): TranscriptPrompt {
  const time = timeIn(CLOCK.exec(sent))
  const first = sent.indexOf('<user_query>')
  if (first >= 0) {
    const last = sent.lastIndexOf('</user_query>')
    const isOne = sent.indexOf('<user_query>', first + 1) < 0
    // What was typed may hold such a tag itself.
    const whole = sent.slice(first + '<user_query>'.length, last > first ? last : undefined)
    const parts = isOne ? [whole] : [...taggedParts(sent, 'user_query')].map(({ inner }) => inner)
    const texts = parts.map((part) => part.replace(/^\r?\n|\r?\n$/g, '')).filter((part) => part.trim() !== '')
    return { text: texts.join('\n\n'), at: time }
  }
  let at = 0
  for (const part of taggedParts(sent, CONTEXT)) {
    if (sent.slice(at, part.start).trim() !== '') break
    at = part.end
  }
  return { text: sent.slice(at).trim(), at: time }
}

function timeIn(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined
  const [, name = '', day, year, hour, minute, half, sign, hours = '0', minutes = '0'] = match
  const month = MONTHS.findIndex((each) => each.toLowerCase() === name.toLowerCase())
  if (month < 0) return undefined
  const isLate = half?.toLowerCase() === 'p'
  const h = half === undefined ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0)
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const at = Date.UTC(Number(year), month, Number(day), h, Number(minute)) - offset * 60_000
  return Number.isNaN(at) ? undefined : at
}
