import { ChatCliError } from '../errors.ts'

/** A moment as the clock on the wall shows it. `month` is 1 to 12, `weekday` 0 (Monday) to 6 (Sunday). */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
}

const dayLength = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Date in an IANA zone at a moment (milliseconds since the epoch). Error `usage` when the zone does not exist. */
export function wallTime(at: number, zone: string): WallTime {
  const local = new Date(at + offsetAt(at, zone))
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: (local.getUTCDay() + 6) % 7,
  }
}

/** First moment of a day in an IANA zone, see {@link startOfHour}. */
export function startOfDay(year: number, month: number, day: number, zone: string): number {
  return startOfHour(year, month, day, 0, zone)
}

/**
 * First moment of an hour of a day in an IANA zone, also where clocks skip or repeat it. Hours, days and months outside
 * their ranges carry over (`month` 13 is January of the next year, `day` 0 the last of the month before).
 */
export function startOfHour(year: number, month: number, day: number, hour: number, zone: string): number {
  const wall = Date.UTC(year, month - 1, day, hour)
  // The offset is one of those in force around the day; the earliest moment that is on it wins.
  const candidates = [wall - dayLength, wall, wall + dayLength].map((near) => wall - offsetAt(near, zone))
  const onTheDay = candidates.filter((at) => at + offsetAt(at, zone) >= wall)
  return Math.min(...(onTheDay.length > 0 ? onTheDay : candidates))
}

/** Offsets that were asked for: the same few days are behind "today", "last week" and "in March". */
let offsets = new Map<string, number>()
const mostOffsets = 1000

/** Milliseconds to add to UTC for the wall clock of the zone. */
function offsetAt(at: number, zone: string): number {
  const key = `${at} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const parts: Record<string, number> = {}
  for (const part of formatOf(zone).formatToParts(at)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const offset = Date.UTC(year, month - 1, day, hour % 24, minute, second) - Math.floor(at / 1000) * 1000
  if (offsets.size >= mostOffsets) offsets = new Map()
  offsets.set(key, offset)
  return offset
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
    return format
  } catch (cause) {
    throw new ChatCliError('usage', `unknown time zone "${zone}"`, {
      hint: 'give an IANA name such as Europe/Lisbon',
      cause,
    })
  }
}
