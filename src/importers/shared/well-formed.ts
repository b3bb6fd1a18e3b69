/**
 * A text that every encoder and index takes: half surrogate pairs, which cutting leaves, become U+FFFD, and NUL
 * characters go.
 */
export function wellFormed(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}
