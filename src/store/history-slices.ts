import { HISTORY_KEYS } from '../conversation/session-file.ts'

/** Where the JSON of one message stands in a session file, in bytes. */
export interface HistorySlice {
  readonly offset: number
  readonly length: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])

/**
 * Where each message of a session file stands: one slice for each element of its only history that has any. Undefined
 * when several have, since those are mixed when they are read, or when a history is there twice.
 *
 * @param bytes a file that was read as JSON without an error
 */
export function historySlices(bytes: Uint8Array): readonly HistorySlice[] | undefined {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = skipSpace(json, json[0] === 0xef ? 3 : 0)
  if (json[start] === 0x5b) return elements(json, start).slices
  let found: readonly HistorySlice[] | undefined
  const seen = new Set<string>()
  for (let at = skipSpace(json, start + 1); json[at] === QUOTE;) {
    const keyEnd = stringEnd(json, at)
    const key = json.toString('utf8', at + 1, keyEnd - 1)
    const value = skipSpace(json, skipSpace(json, keyEnd) + 1)
    if ((HISTORY_KEYS as readonly string[]).includes(key) && json[value] === 0x5b) {
      const { slices, end } = elements(json, value)
      if (seen.has(key) || (found !== undefined && slices.length > 0)) return undefined
      seen.add(key)
      if (slices.length > 0) found = slices
      at = end
    } else at = valueEnd(json, value)
    at = skipSpace(json, at)
    if (json[at] === COMMA) at = skipSpace(json, at + 1)
  }
  return found ?? []
}

function elements(
  json: Buffer,
  start: number,
): { readonly slices: readonly HistorySlice[]; readonly end: number } {
  const slices: HistorySlice[] = []
  let at = skipSpace(json, start + 1)
  while (at < json.length && json[at] !== 0x5d) {
    const end = valueEnd(json, at)
    slices.push({ offset: at, length: end - at })
    at = skipSpace(json, end)
    if (json[at] === COMMA) at = skipSpace(json, at + 1)
  }
  return { slices, end: at + 1 }
}

function valueEnd(json: Buffer, start: number): number {
  const first = json[start] ?? 0
  if (first === QUOTE) return stringEnd(json, start)
  let at = start
  if (!OPEN.has(first)) {
    for (let byte = first; byte > 0x20 && byte !== COMMA && !CLOSE.has(byte);) byte = json[++at] ?? 0
    return at
  }
  let depth = 0
  while (at < json.length) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) {
      at = stringEnd(json, at)
      continue
    }
    at++
    if (byte === 0x7b || byte === 0x5b) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at
  }
  return at
}

/** The byte behind the closing quote. */
function stringEnd(json: Buffer, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === BACKSLASH) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return json.length
}

function skipSpace(json: Buffer, start: number): number {
  let at = start
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at++
  return at
}
