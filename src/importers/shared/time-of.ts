/** 1990 to 2200: what is outside is no time of a conversation. */
const EARLIEST = 631_152_000_000
const LATEST = 7_258_118_400_000

/**
 * A time of a foreign file in milliseconds since the epoch: ISO 8601 with a zone, milliseconds, or seconds (a number
 * below 1e11). Undefined for anything else; never "now".
 */
export function timeOf(value: unknown): number | undefined {
  const ms =
    typeof value === 'number'
      ? value < 1e11
        ? value * 1000
        : value
      : typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/i.test(value)
        ? Date.parse(value)
        : Number.NaN
  return ms >= EARLIEST && ms < LATEST ? Math.round(ms) : undefined
}
