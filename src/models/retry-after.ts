/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. Undefined
 * when it does not say, or nothing sensible.
 */
export function retryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? NaN)
  if (exact >= 0) return exact
  const given = headers['retry-after']
  if (typeof given !== 'string') return undefined
  const seconds = Number(given)
  const wait = Number.isNaN(seconds) ? Date.parse(given) - now : seconds * 1000
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
