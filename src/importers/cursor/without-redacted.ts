const REDACTED = '[REDACTED]'

/** A text without the word that stands at its end in the place of what the model thought. */
export function withoutRedacted(text: string): string {
  const end = text.trimEnd()
  return end.endsWith(REDACTED) ? end.slice(0, -REDACTED.length).trimEnd() : text
}
