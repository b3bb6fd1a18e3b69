import { cleanText } from './clean-text.ts'

/** How much of an output is looked at; what is binary is so from its beginning. */
const sample = 4_096
/** Share of characters that no text has, above which it is no text. */
const mostStray = 0.1
/** A few in a short text are a mistake in its encoding. */
const fewestStrays = 4
const stray = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]|\p{Surrogate}/gu
/** Longer than any hash or key. */
const encoded = /^(?:data:[^,\s]{0,200},)?[A-Za-z0-9+/_-]{1024,}={0,2}$/

/** The result of a tool as it is sent: clean; described where it is binary, and where it is nothing. */
export function toolOutput(text: string): string {
  if (looksBinary(text)) return `[binary output, ${text.length} characters, left out]`
  const clean = cleanText(text)
  return clean.trim() === '' ? '[no output]' : clean
}

function looksBinary(text: string): boolean {
  const start = text.slice(0, sample)
  const strays = start.match(stray)?.length ?? 0
  if (strays >= fewestStrays && strays >= start.length * mostStray) return true
  return encoded.test(text.trim().replaceAll(/[\r\n]/g, ''))
}
