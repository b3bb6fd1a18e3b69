const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment as the clock on the wall shows it: `2026-03-14` and `15:02:09`. */
export interface LocalTime {
  readonly date: string
  readonly time: string
}

/**
 * A moment in an IANA zone, the machine's when it is undefined.
 *
 * @param at milliseconds since the epoch, or ISO 8601
 * @returns undefined for what is no moment, such as NaN
 */
export function localTime(at: number | string, timeZone: string | undefined): LocalTime | undefined {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return undefined
  // Formats take longer to make than most searches, and the machine's own zone needs none.
  if (timeZone === undefined && moment.getFullYear() > 0) return machineTime(moment)
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) parts[type] = value
  const { year = '', month, day, hour, minute, second } = parts
  return {
    date: `${year.padStart(4, '0')}-${month}-${day}`,
    time: `${hour}:${minute}:${second}`,
  }
}

function machineTime(moment: Date): LocalTime {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = [
    String(moment.getFullYear()).padStart(4, '0'),
    two(moment.getMonth() + 1),
    two(moment.getDate()),
  ]
  const time = [two(moment.getHours()), two(moment.getMinutes()), two(moment.getSeconds())]
  return { date: date.join('-'), time: time.join(':') }
}

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? ''
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(key, format)
  return format
}
