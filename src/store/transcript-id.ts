/** `20260601-120000` in UTC. */
export function compactTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 19).replaceAll(':', '')}`
}

/** The id of a new conversation: when it began, and chance. */
export function newTranscriptId(now: number, randomHex: (digits: number) => string): string {
  return `tr-${compactTime(now)}-${randomHex(12)}`
}

/** `20260601-120000` on the clock of this machine, as autosave names have it. */
export function compactLocalTime(ms: number): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}
