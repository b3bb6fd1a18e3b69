/** `20260601-120000` in UTC. */
export function compactTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 19).replaceAll(':', '')}`
}

/** The id of a new conversation: when it began, and chance. */
export function newTranscriptId(now: number, randomHex: (digits: number) => string): string {
  return `tr-${compactTime(now)}-${randomHex(12)}`
}
