import { type CappedJsonParser, createCappedJsonParser } from './capped-json.ts'
import { LONG_JSON, jsonOf } from './json-value.ts'

/** One value of a large JSON text. */
export interface JsonElement {
  /** Bytes from the beginning of the text. */
  readonly offset: number
  readonly value: unknown
  /** It cannot be read, or the text ends within it. */
  readonly problem?: 'damaged' | 'unfinished'
  /** Bytes that were left out of a very long one. */
  readonly cutBytes: number
  /** It stands behind the end of the list. */
  readonly isOutside?: true
}

export interface JsonElementsOptions {
  /** Whether a value is one of those the text should hold: behind a damaged place the next one that is, is taken. */
  readonly isEntry: (value: unknown) => boolean
  readonly signal?: AbortSignal | undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MARK = [0xef, 0xbb, 0xbf]
/** Bytes kept of a value that is longer than {@link LONG_JSON}, each of its strings cut to 2 MiB. */
const VALUE_BYTES = 96 * 2 ** 20
/** Bytes that the beginning of an entry, its first name, may take. */
const SIGN_BYTES = 512
const ANY_SIGN = /\{\s{0,100}"[\w-]{1,100}"\s{0,100}:/
/** Bytes that are looked through again for the sake of damaged entries; then the rest is left. */
const MOST_AGAIN = 512 * 2 ** 20

/**
 * The entries of the list that a JSON text holds, or the values that stand one after the other in it (a single object,
 * objects line by line), as its bytes come. Memory stays within a bound whatever the size of text and entry. A byte order
 * mark is stepped over. A damaged entry is told once, and costs none of those behind it: a quote or a bracket that is
 * lost turns everything after it inside out, so the next beginning of an entry is looked for, which no string can hold.
 */
export async function* jsonElements(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { isEntry, signal }: JsonElementsOptions,
): AsyncGenerator<JsonElement, void, undefined> {
  const scanner = new ElementScanner(isEntry)
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    yield* scanner.push(chunk)
  }
  yield* scanner.end()
}

/**
 * The entries of such a list that stand behind a damaged one.
 *
 * @param at offset of the first byte, which may stand anywhere in the damaged entry
 */
export function* jsonElementsBehind(
  chunks: Iterable<Uint8Array>,
  at: number,
  isEntry: JsonElementsOptions['isEntry'],
): Generator<JsonElement, void, undefined> {
  const scanner = new ElementScanner(isEntry)
  scanner.seekFrom(at)
  for (const chunk of chunks) yield* scanner.push(chunk)
  yield* scanner.end()
}

type Steps = Generator<JsonElement, Uint8Array | undefined, undefined>

class ElementScanner {
  readonly #isEntry: (value: unknown) => boolean
  /** Offset of the first byte of the chunk that is looked through. */
  #at = 0
  /** Depth at which entries stand: 1 in a list, 0 for values one after the other; undefined before the first byte. */
  #level: 0 | 1 | undefined
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** Offset of the entry, -1 between two. */
  #start = -1
  #pieces: Uint8Array[] = []
  #held = 0
  #long: CappedJsonParser | undefined
  /** What each entry begins with, known from the first one. */
  #sign: RegExp | undefined
  #tail: Uint8Array = new Uint8Array()
  #isSeeking = false
  /** The entry was found by looking for its beginning: it may be part of a damaged one. */
  #isFound = false
  #again = 0

  constructor(isEntry: (value: unknown) => boolean) {
    this.#isEntry = isEntry
  }

  /** Begins within a damaged entry of a list. */
  seekFrom(at: number): void {
    this.#at = at
    this.#level = 1
    this.#depth = 1
    this.#isSeeking = true
  }

  *push(chunk: Uint8Array): Generator<JsonElement, void, undefined> {
    let rest: Uint8Array | undefined = chunk
    while (rest !== undefined) rest = this.#isSeeking ? this.#seek(rest) : yield* this.#scan(rest)
  }

  *end(): Generator<JsonElement, void, undefined> {
    const offset = this.#start < 0 ? this.#at : this.#start
    if (this.#isSeeking || (this.#start < 0 && this.#depth === 0)) return
    const isPart = this.#isFound
    const whole: JsonElement[] = []
    while (this.#start >= 0)
      for (const element of this.push(this.#giveUp(new Uint8Array())))
        if (element.problem === undefined) whole.push(element)
    const problem = whole.length > 0 ? 'damaged' : 'unfinished'
    if (!isPart) yield { offset, value: undefined, problem, cutBytes: 0 }
    yield* whole
  }

  /** @returns what has to be looked through again */
  *#scan(chunk: Uint8Array): Steps {
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      if (this.#isInString) {
        i = this.#endOfString(chunk, i)
        continue
      }
      const byte = chunk[i] ?? 0
      if (byte <= 0x20 || (this.#level === undefined && MARK.includes(byte))) continue
      const isEnd = byte === 0x5d || byte === 0x7d
      if (this.#level === undefined) {
        this.#level = byte === 0x5b ? 1 : 0
        this.#depth = this.#level
        if (this.#level === 1) continue
      }
      if (this.#start < 0) {
        if (byte === 0x2c) continue
        if (byte === 0x5d && this.#depth === 1 && this.#level === 1) {
          this.#depth = 0
          continue
        }
        this.#start = this.#at + i
        from = i
        const isObject = byte === 0x7b || (this.#level === 1 && this.#sign === undefined)
        if (isEnd || this.#depth !== this.#level || !isObject) return yield* this.#damaged(chunk, i)
      } else if (this.#depth === this.#level && (byte === 0x2c || isEnd)) {
        // A number, a word or a text ends with what follows it; anything else has ended with itself.
        const again = yield* this.#endElement(chunk, from, i)
        if (again !== undefined) return again
        i--
        continue
      }
      if (byte === 0x5b || byte === 0x7b) this.#depth++
      else if (byte === QUOTE) this.#isInString = true
      else if (isEnd && --this.#depth === this.#level) {
        const again = yield* this.#endElement(chunk, from, i + 1)
        if (again !== undefined) return again
      }
    }
    if (this.#start >= 0 && !this.#keep(chunk.subarray(from)))
      return yield* this.#damaged(chunk, chunk.length)
    this.#at += chunk.length
    return undefined
  }

  /** The index of the quote that ends the string, or the end of the chunk. */
  #endOfString(chunk: Uint8Array, from: number): number {
    let i = from
    for (;;) {
      if (this.#isEscaped) i++
      const quote = chunk.indexOf(QUOTE, i)
      const end = quote < 0 ? chunk.length : quote
      let slashes = 0
      while (end - slashes > i && chunk[end - slashes - 1] === BACKSLASH) slashes++
      this.#isEscaped = slashes % 2 === 1
      if (quote < 0) return chunk.length
      if (!this.#isEscaped) {
        this.#isInString = false
        return quote
      }
      i = quote
    }
  }

  /** @returns false when what came so far is no JSON; then `#pieces` holds what can be looked through again */
  #keep(piece: Uint8Array): boolean {
    try {
      if (this.#long !== undefined) {
        this.#pieces = [piece]
        this.#long.push(piece)
        this.#pieces = []
        return true
      }
      this.#pieces.push(piece)
      this.#held += piece.length
      if (this.#held <= LONG_JSON) return true
      const long = createCappedJsonParser({ valueBytes: VALUE_BYTES })
      for (const each of this.#pieces) long.push(each)
      this.#long = long
      this.#pieces = []
      return true
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return false
    }
  }

  *#endElement(chunk: Uint8Array, from: number, to: number): Steps {
    if (!this.#keep(chunk.subarray(from, to))) return yield* this.#damaged(chunk, to)
    const offset = this.#start
    let read: { readonly value: unknown; readonly cutBytes: number }
    try {
      read = this.#long?.end() ?? { value: jsonOf(Buffer.concat(this.#pieces)), cutBytes: 0 }
    } catch (error) {
      // Brackets that nest too deeply are a RangeError.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
      return yield* this.#damaged(chunk, to)
    }
    this.#clear()
    const isEntry = this.#isEntry(read.value)
    if (isEntry) this.#learn(read.value)
    if (this.#isFound && !isEntry) {
      this.#isSeeking = true
      this.#at += to
      return chunk.subarray(to)
    }
    this.#isFound = false
    yield { offset, ...read }
    return undefined
  }

  #learn(value: unknown): void {
    const key = Object.keys(Object(value) as object)[0] ?? ''
    if (/^\w+$/.test(key)) this.#sign ??= new RegExp(`\\{\\s{0,100}"${key}"\\s{0,100}:`)
  }

  /** @param to end of what belongs to the entry: `#pieces` holds everything before */
  *#damaged(chunk: Uint8Array, to: number): Steps {
    const offset = this.#start
    const isPart = this.#isFound
    const outside = this.#depth < (this.#level ?? 0) ? ({ isOutside: true } as const) : {}
    this.#at += to
    const again = this.#giveUp(chunk.subarray(to))
    if (!isPart) yield { offset, value: undefined, problem: 'damaged', cutBytes: 0, ...outside }
    return again
  }

  /** The bytes of the entry behind its first one, as far as they are held, and what follows: to look for the next one. */
  #giveUp(rest: Uint8Array): Uint8Array {
    const held = Buffer.concat(this.#pieces).subarray(1)
    this.#clear()
    this.#isFound = false
    this.#isSeeking = true
    this.#at -= held.length
    this.#again += held.length
    return Buffer.concat([held, rest])
  }

  #clear(): void {
    this.#start = -1
    this.#pieces = []
    this.#held = 0
    this.#long = undefined
    this.#isInString = false
    this.#isEscaped = false
    this.#depth = this.#level ?? 0
  }

  /** Looks for the beginning of an entry. */
  #seek(chunk: Uint8Array): Uint8Array | undefined {
    const bytes = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk])
    this.#at -= this.#tail.length
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    const place = this.#again > MOST_AGAIN ? -1 : text.search(this.#sign ?? ANY_SIGN)
    if (place >= 0) {
      this.#tail = new Uint8Array()
      this.#at += place
      this.#isSeeking = false
      this.#isFound = true
      return bytes.subarray(place)
    }
    this.#tail = bytes.slice(Math.max(0, bytes.length - SIGN_BYTES))
    this.#at += bytes.length
    return undefined
  }
}
