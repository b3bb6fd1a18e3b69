import { scanObject, skipSpace } from './scan-object.ts'

/** A whole JSON object found in damaged bytes. Offsets are bytes, `end` is the byte behind it. */
export interface RecoveredObject {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Why bytes belong to no object: `truncated` is the beginning of one that breaks off; `nul` a run of NUL; `utf-8` a
 * whole object that is not UTF-8; `not-an-object` other JSON (a number, an array); `text` anything else.
 */
export type FragmentReason = 'truncated' | 'nul' | 'utf-8' | 'not-an-object' | 'text'

export interface Fragment {
  readonly start: number
  readonly end: number
  readonly reason: FragmentReason
}

export interface Recovery {
  readonly objects: readonly RecoveredObject[]
  readonly fragments: readonly Fragment[]
}

const OPEN_OBJECT = 0x7b

/**
 * Finds the whole JSON objects in a line that could not be read: records joined on one line, records behind a record
 * that was cut off (inside a string, too), between NUL runs, behind a byte order mark. Objects inside another object,
 * whole or cut off, are not taken for records, except one with the same first key at the very place where the outer
 * one breaks off: that is a record behind one that was cut after a colon (or, seldom, a value that happens to look
 * like one: whoever reads the object decides). White space and byte order marks between
 * records are neither object nor fragment. Takes time in proportion to the input and never throws.
 */
export function recoverObjects(bytes: Uint8Array): Recovery {
  const objects: RecoveredObject[] = []
  const fragments: Fragment[] = []
  const lose = (start: number, end: number, reason: FragmentReason): void => {
    const last = fragments.at(-1)
    // Stray text right behind other damage is part of it.
    if (
      reason === 'text' &&
      last !== undefined &&
      last.reason !== 'nul' &&
      skipGap(bytes, last.end) === start
    )
      fragments[fragments.length - 1] = { ...last, end }
    else fragments.push({ start, end, reason })
  }
  const keep = (start: number, end: number): void => {
    const text = decode(bytes.subarray(start, end))
    if (text === undefined) lose(start, end, 'utf-8')
    else objects.push({ start, end, text })
  }

  let at = skipGap(bytes, 0)
  if (bytes[at] !== OPEN_OBJECT && isJson(bytes.subarray(at))) {
    return { objects, fragments: [{ start: at, end: bytes.length, reason: 'not-an-object' }] }
  }
  while (at < bytes.length) {
    if (bytes[at] !== OPEN_OBJECT) {
      const end = bytes[at] === 0 ? endOfNuls(bytes, at) : endOfText(bytes, at)
      lose(at, end, bytes[at] === 0 ? 'nul' : 'text')
      at = skipGap(bytes, end)
      continue
    }
    const scan = scanObject(bytes, at)
    if (scan.complete) keep(at, scan.end)
    else if (scan.twin !== undefined) {
      lose(at, scan.twin.start, 'truncated')
      keep(scan.twin.start, scan.twin.end)
    } else {
      const next = scan.lastQuote === undefined ? undefined : recordInString(bytes, at, scan.lastQuote)
      lose(at, next ?? scan.end, scan.started ? 'truncated' : 'text')
      at = next ?? skipGap(bytes, scan.end)
      continue
    }
    at = skipGap(bytes, scan.complete ? scan.end : scan.twin!.end)
  }
  return { objects, fragments }
}

/**
 * A record behind one that was cut inside a string begins inside that string, as its reader sees it: `"hel{"` ends at
 * the quote of the next record's first key.
 */
function recordInString(bytes: Uint8Array, start: number, quote: number): number | undefined {
  let at = quote - 1
  while (at > start && (bytes[at] === 0x20 || bytes[at] === 0x09)) at--
  if (at <= start || bytes[at] !== OPEN_OBJECT) return undefined
  const scan = scanObject(bytes, at)
  return scan.complete || scan.started ? at : undefined
}

/** Skips white space and byte order marks. */
function skipGap(bytes: Uint8Array, start: number): number {
  let at = skipSpace(bytes, start)
  while (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at = skipSpace(bytes, at + 3)
  return at
}

function endOfNuls(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at] === 0) at++
  return at
}

/** Where the next object or NUL run may begin. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== 0 && bytes[at] !== OPEN_OBJECT) at++
  return at
}

function isJson(bytes: Uint8Array): boolean {
  const text = decode(bytes)
  if (text === undefined) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
