/** What was read of a JSON text of any size. */
export interface CappedJson {
  readonly value: unknown
  /** Bytes of strings and entries that were left out. */
  readonly cutBytes: number
}

export interface JsonCaps {
  /** Bytes kept of one string; 2 MiB when not given. */
  readonly stringBytes?: number
  /** Bytes kept of the whole value; 32 MiB when not given. What comes later is left out. */
  readonly valueBytes?: number
}

/** Reads one JSON value that comes in pieces. */
export interface CappedJsonParser {
  /** @throws SyntaxError */
  push(chunk: Uint8Array): void
  /** @throws SyntaxError when the value is not complete */
  end(): CappedJson
}

interface Container {
  readonly items: unknown[] | undefined
  readonly fields: Record<string, unknown> | undefined
  key: string | undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const DEPTH = 1000
/** What an entry costs beside the bytes of its strings. */
const ENTRY_BYTES = 24

/**
 * A JSON reader whose memory has a bound, for values that are too long to be read at once: strings are cut to a length,
 * and once the value holds enough the rest of it is left out.
 */
export function createCappedJsonParser(caps: JsonCaps = {}): CappedJsonParser {
  const { stringBytes = 2 * 2 ** 20, valueBytes = 32 * 2 ** 20 } = caps
  const stack: Container[] = []
  let root: { readonly value: unknown } | undefined
  let keptBytes = 0
  let cutBytes = 0
  let state: 'value' | 'key' | 'colon' | 'next' | 'string' | 'literal' | 'done' = 'value'
  let isEscaped = false
  let mayClose = false
  let pieces: Uint8Array[] = []
  let length = 0

  const fail = (what: string): never => {
    throw new SyntaxError(`JSON: ${what}`)
  }
  const add = (value: unknown, bytes: number): void => {
    const top = stack.at(-1)
    if (top === undefined) root = { value }
    else if (keptBytes + bytes > valueBytes) cutBytes += bytes
    else {
      keptBytes += bytes + ENTRY_BYTES
      if (top.items) top.items.push(value)
      else if (top.fields) define(top.fields, top.key ?? '', value)
    }
    state = top === undefined ? 'done' : 'next'
  }
  const open = (container: Container): void => {
    if (stack.length >= DEPTH) fail('it is nested too deeply')
    add(container.items ?? container.fields, 0)
    stack.push(container)
    mayClose = true
    state = container.items ? 'value' : 'key'
  }
  const close = (isArray: boolean): void => {
    const top = stack.pop()
    if (top === undefined || (top.items !== undefined) !== isArray) fail('brackets do not match')
    state = stack.length === 0 ? 'done' : 'next'
  }
  const keep = (piece: Uint8Array): void => {
    const room = stringBytes - length
    if (piece.length > room) cutBytes += piece.length - Math.max(0, room)
    // A copy: the piece is a view of a buffer that is much larger.
    if (room > 0) pieces.push(piece.slice(0, room))
    length += piece.length
  }
  const take = (): string => {
    const text = Buffer.concat(pieces).toString('utf8')
    pieces = []
    return text
  }
  const endString = (): void => {
    const isCut = length > stringBytes
    const text = unquote(take(), isCut)
    const top = stack.at(-1)
    if (top?.fields && top.key === undefined) {
      top.key = text
      state = 'colon'
    } else add(text, Math.min(length, stringBytes))
  }
  const endLiteral = (): void => {
    add(JSON.parse(take()), 8)
  }
  const begin = (byte: number, isKey: boolean): void => {
    if (byte === QUOTE) {
      length = 0
      state = 'string'
    } else if (isKey) fail('a name is missing')
    else if (byte === 0x5b) open({ items: [], fields: undefined, key: undefined })
    else if (byte === 0x7b) open({ items: undefined, fields: {}, key: undefined })
    else {
      length = 0
      state = 'literal'
    }
  }
  const afterValue = (byte: number): void => {
    const top = stack.at(-1)
    if (byte === 0x2c && top) {
      top.key = undefined
      mayClose = false
      state = top.items ? 'value' : 'key'
    } else if (byte === 0x5d || byte === 0x7d) close(byte === 0x5d)
    else fail('something stands where a comma is expected')
  }

  return {
    push(chunk) {
      let at = 0
      while (at < chunk.length) {
        if (state === 'string') {
          const from = at
          for (; at < chunk.length; at++) {
            const byte = chunk[at]
            if (isEscaped) isEscaped = false
            else if (byte === BACKSLASH) isEscaped = true
            else if (byte === QUOTE) break
          }
          keep(chunk.subarray(from, at))
          if (at++ < chunk.length) endString()
          continue
        }
        const byte = chunk[at] ?? 0
        const isSpace = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
        if (state === 'literal') {
          if (!isSpace && byte !== 0x2c && byte !== 0x5d && byte !== 0x7d) {
            if (length > 1000) fail('a number is too long')
            keep(chunk.subarray(at, ++at))
            continue
          }
          endLiteral()
        }
        if (!isSpace) {
          if (state === 'value' && byte === 0x5d && mayClose) close(true)
          else if (state === 'key' && byte === 0x7d && mayClose) close(false)
          else if (state === 'value' || state === 'key') {
            begin(byte, state === 'key')
            // The first byte of a literal belongs to it.
            if ((state as string) === 'literal') continue
          } else if (state === 'next') afterValue(byte)
          else if (state === 'colon' && byte === 0x3a) {
            mayClose = false
            state = 'value'
          } else fail('something stands where nothing is expected')
        }
        at++
      }
    },
    end() {
      if (state === 'literal') endLiteral()
      if (root === undefined || state !== 'done') return fail('it is cut off')
      return { value: root.value, cutBytes }
    },
  }
}

function define(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true })
  else fields[key] = value
}

/** The text of a JSON string; a cut one may end within a character or an escape. */
function unquote(raw: string, isCut: boolean): string {
  for (let end = raw.length; ; end--) {
    try {
      return JSON.parse(`"${raw.slice(0, end)}"`) as string
    } catch (error) {
      if (!isCut || end < raw.length - 8 || end === 0) throw error
    }
  }
}
