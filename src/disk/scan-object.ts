/** Deeper nesting than this is no record of anybody's. */
const DEEPEST = 10_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const COMMA = 0x2c
const COLON = 0x3a

/** How far a JSON object reaches, or where it breaks off. Offsets are bytes. */
export type ObjectScan =
  | { readonly complete: true; readonly end: number }
  | {
      readonly complete: false
      /** The first byte that cannot belong to the object; the length of the input when that ends too early. */
      readonly end: number
      /** True when it got as far as its first key and colon. */
      readonly started: boolean
      /** Where the closing quote of the string just before `end` stands, undefined when there is none. */
      readonly lastQuote: number | undefined
      /** The object nested in this one that was closed last, when its first key is the same as this one's. */
      readonly twin: { readonly start: number; readonly end: number } | undefined
    }

interface Nesting {
  readonly start: number
  /** Bytes of the first key with its quotes; empty in an array. */
  keyStart: number
  keyEnd: number
  readonly array: boolean
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or close'

/** Reads the JSON object that starts at `start`, by the grammar of RFC 8259, without decoding it. Never throws. */
export function scanObject(bytes: Uint8Array, start: number): ObjectScan {
  const open: Nesting[] = [{ start, keyStart: 0, keyEnd: 0, array: false }]
  let expected: Expected = 'key or }'
  let at = start + 1
  let started = false
  let lastQuote = -2
  let closed: Nesting | undefined
  let closedEnd = 0

  const fail = (): ObjectScan => {
    const root = open[0]!
    const twin =
      closed !== undefined && skipSpace(bytes, closedEnd) === at && sameKey(bytes, root, closed)
        ? { start: closed.start, end: closedEnd }
        : undefined
    const afterString = skipSpace(bytes, lastQuote + 1) === at
    return { complete: false, end: at, started, lastQuote: afterString ? lastQuote : undefined, twin }
  }

  for (;;) {
    at = skipSpace(bytes, at)
    const byte = bytes[at]
    const inside = open.at(-1)!
    const closes =
      (byte === CLOSE_OBJECT &&
        !inside.array &&
        (expected === 'key or }' || expected === 'comma or close')) ||
      (byte === CLOSE_ARRAY && inside.array && (expected === 'value or ]' || expected === 'comma or close'))
    if (byte === undefined) return fail()
    if (closes) {
      at++
      if (open.length === 1) return { complete: true, end: at }
      open.pop()
      if (!inside.array) {
        closed = inside
        closedEnd = at
      }
      expected = 'comma or close'
    } else if (expected === 'colon') {
      if (byte !== COLON) return fail()
      at++
      started = true
      expected = 'value'
    } else if (expected === 'comma or close') {
      if (byte !== COMMA) return fail()
      at++
      expected = inside.array ? 'value' : 'key'
    } else if (byte === QUOTE) {
      const from = at
      const end = stringEnd(bytes, at)
      at = Math.abs(end)
      if (end < 0) return fail()
      lastQuote = at - 1
      const isKey: boolean = expected === 'key' || expected === 'key or }'
      if (isKey && inside.keyEnd === 0) {
        inside.keyStart = from
        inside.keyEnd = at
      }
      expected = isKey ? 'colon' : 'comma or close'
    } else if (expected === 'key' || expected === 'key or }') {
      return fail()
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (open.length >= DEEPEST) return fail()
      open.push({ start: at, keyStart: 0, keyEnd: 0, array: byte === OPEN_ARRAY })
      expected = byte === OPEN_ARRAY ? 'value or ]' : 'key or }'
      at++
    } else {
      const end = scalarEnd(bytes, at)
      at = Math.abs(end)
      if (end < 0) return fail()
      expected = 'comma or close'
    }
  }
}

/** The first byte from `at` that is no JSON white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (at >= 0 && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
    at++
  return at
}

function sameKey(bytes: Uint8Array, a: Nesting, b: Nesting): boolean {
  const length = a.keyEnd - a.keyStart
  if (length === 0 || length !== b.keyEnd - b.keyStart) return false
  for (let i = 0; i < length; i++) if (bytes[a.keyStart + i] !== bytes[b.keyStart + i]) return false
  return true
}

/** The byte behind the closing quote; the negative of the first wrong byte when the string is broken. */
function stringEnd(bytes: Uint8Array, quote: number): number {
  for (let at = quote + 1; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) return at + 1
    if (byte < 0x20) return -at
    if (byte !== BACKSLASH) continue
    at++
    const escape = bytes[at]
    if (escape === undefined) return -bytes.length
    if (escape === 0x75) {
      for (const last = at + 4; at < last; at++)
        if (!isHex(bytes[at + 1])) return -Math.min(at + 1, bytes.length)
    } else if (!ESCAPES.has(escape)) return -at
  }
  return -bytes.length
}

const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'))

function isHex(byte: number | undefined): boolean {
  return (
    byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66))
  )
}

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
const SCALAR_BYTES: ReadonlySet<number> = new Set(Buffer.from('+-.0123456789aeflnrstuE'))

/** The byte behind a number, `true`, `false` or `null`; the negative of the first wrong byte when it is none. */
function scalarEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while (SCALAR_BYTES.has(bytes[at] ?? 0)) at++
  return SCALAR.test(Buffer.from(bytes.subarray(start, at)).toString('latin1')) ? at : -at
}
