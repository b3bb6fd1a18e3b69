/** `2026-01-05 10:11:12`, with or without fractions, a `T` between. */
const STAMP = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/

/** Milliseconds since the epoch of a time without a zone: that of the clock of this machine. Undefined for no time. */
export function localClock(stamp: string): number | undefined {
  const parts = STAMP.exec(stamp)
  if (parts === null) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number)
  const ms = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  const at = new Date(year, month - 1, day, hour, minute, second, ms).getTime()
  return month > 12 || day > 31 || year < 1990 || Number.isNaN(at) ? undefined : at
}
