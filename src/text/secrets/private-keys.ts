import type { Masked } from './masked.ts'

const label = '(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----'
const gap = '(?:\\\\[nr]|\\s)'
const whole = new RegExp(`-----BEGIN ${label}(?:(?!-----)[^]){16,20000}?-----END ${label}`, 'g')
/** Of what stands between two marks in a sentence there is none. */
const full = /[A-Za-z0-9+/=]{24}/
/** Its end is missing, as in what was cut off: headers, full lines, and the rest of one. */
const headed = new RegExp(
  `-----BEGIN ${label}${gap}{1,4}(?:[A-Za-z-]{1,30}: [^\\n\\\\]{1,200}${gap}{1,4}){0,4}(?:[A-Za-z0-9+/=]{40,80}${gap}{0,4}){1,300}(?:[A-Za-z0-9+/=]{1,39}(?![A-Za-z0-9+/=]))?`,
  'g',
)
const end = new RegExp(`-----END ${label}`, 'g')

/** Takes private keys in PEM form out, also those of which only one end is there. */
export function maskPrivateKeys(text: string, placeholder: string): Masked {
  if (!text.includes('PRIVATE KEY')) return { text, count: 0 }
  let count = 0
  const counted = (): string => {
    count++
    return placeholder
  }
  const masked = text
    .replace(whole, (found) => (full.test(found) ? counted() : found))
    .replace(headed, counted)
  let result = ''
  let done = 0
  for (const { index, 0: found } of masked.matchAll(end)) {
    const from = beginOfLines(masked, done, index)
    if (from === index) continue
    result += masked.slice(done, from) + counted()
    done = index + found.length
  }
  return { text: result + masked.slice(done), count }
}

/** Where the lines of a key begin that end at a place: full ones, the last of which may be shorter. */
function beginOfLines(text: string, from: number, to: number): number {
  let begin = to
  let isLast = true
  for (let at = to; at > from;) {
    while (at > from && /\s/.test(text.charAt(at - 1))) at--
    const lineEnd = at
    while (at > from && /[A-Za-z0-9+/=]/.test(text.charAt(at - 1))) at--
    const length = lineEnd - at
    if (length >= 40) begin = at
    else if (!isLast || length === 0) break
    isLast = false
  }
  return begin
}
