import { PassThrough } from 'node:stream'
import { pasteFilter, type Typed } from './paste-filter.ts'

/** A stream of keys; a terminal's can be made to give each at once. */
export type KeyInput = NodeJS.ReadableStream & { setRawMode?: (isRaw: boolean) => unknown }

export interface KeyGateOptions {
  readonly input: KeyInput
  /** What is waited for: a line, which may have been typed ahead, or an answer, which may not. */
  readonly wanted: () => 'line' | 'answer' | undefined
  /** Puts pasted text where the cursor is. */
  readonly onPaste: (text: string) => void
  /** Esc twice; undefined when that is nothing special. */
  readonly doubleEscape?: DoubleEscape | undefined
  /** Told of Ctrl-C and Ctrl-Z while nothing is waited for; else the reader of the stream gets them. */
  readonly onInterrupt: () => void
  readonly onSuspend: () => void
}

export interface DoubleEscape {
  /** Whether Esc has nothing else to do: it begins other keys, and a reader may take the next one for a part of it. */
  readonly isFree: () => boolean
  readonly onTwice: () => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const interrupt = 0x03
const escape = 0x1b
/** The second Esc comes within so many milliseconds. */
const soon = 500
const suspend = 0x1a
const tab = 0x09

/**
 * Stands between a terminal and the reader of its keys. What is typed while nothing is waited for is kept, and not
 * shown in the middle of an answer; Ctrl-C drops it. One line at a time goes through. Pastes go around the reader.
 */
export class KeyGate {
  /** What readline reads. It gets its data at once, so that keys and pastes keep their order. */
  readonly stream: PassThrough & { readonly isTTY: true }
  readonly #options: KeyGateOptions
  readonly #filter = pasteFilter()
  readonly #ahead: Typed[] = []
  readonly #onData: (chunk: Buffer | string) => void
  readonly #onEnd: () => void
  readonly #onError: (error: Error) => void
  #isClosed = false
  #isPassing = false
  /** When a first Esc came, which is held back: it may be all of a key, or its beginning. */
  #escapedAt: number | undefined

  constructor(options: KeyGateOptions) {
    const { input } = options
    this.#options = options
    this.stream = Object.assign(new PassThrough(), {
      isTTY: true as const,
      setRawMode: (isRaw: boolean) => input.setRawMode?.(isRaw),
    })
    this.#onData = (chunk) => this.#take(this.#afterEscape(this.#filter(Buffer.from(chunk))))
    this.#onEnd = () => void this.stream.emit('end')
    this.#onError = (error) => {
      // It stays to hear of a terminal that fails at its end.
      if (!this.#isClosed) this.stream.emit('error', error)
    }
    input.on('data', this.#onData)
    input.on('end', this.#onEnd)
    input.on('error', this.#onError)
    input.resume()
  }

  /** Lets through what was typed ahead, as far as it is wanted. */
  flow(): void {
    this.#pass(this.#ahead, 'line')
  }

  close(): void {
    const { input } = this.#options
    this.#isClosed = true
    input.off('data', this.#onData)
    input.off('end', this.#onEnd)
    input.pause()
  }

  /** What is left to be read when Esc alone came once or twice. */
  #afterEscape(typed: readonly Typed[]): readonly Typed[] {
    const { doubleEscape } = this.#options
    if (doubleEscape === undefined) return typed
    const now = doubleEscape.now()
    const isSecond = this.#escapedAt !== undefined && now - this.#escapedAt <= soon
    this.#escapedAt = undefined
    const escapes = escapesAlone(typed)
    if (escapes === 0 || this.#ahead.length > 0 || !doubleEscape.isFree())
      return isSecond ? [{ kind: 'keys', bytes: Buffer.from([escape]) }, ...typed] : typed
    if (isSecond || escapes === 2) doubleEscape.onTwice()
    else this.#escapedAt = now
    return []
  }

  #take(typed: readonly Typed[]): void {
    if (this.#options.wanted() === 'answer') {
      const rest = [...typed]
      this.#pass(rest, 'answer')
      this.#keep(rest)
    } else {
      this.#keep(typed)
    }
    this.flow()
  }

  #pass(typed: Typed[], wanted: 'line' | 'answer'): void {
    // What comes of a key may want the next line: the loop that is under way goes on with it.
    if (this.#isPassing) return
    this.#isPassing = true
    for (;;) {
      const next = this.#options.wanted() === wanted ? typed.shift() : undefined
      if (next === undefined) break
      if (next.kind === 'paste') {
        this.#options.onPaste(next.text)
        continue
      }
      const { bytes } = next
      if (bytes.length > 1) typed.unshift({ kind: 'keys', bytes: bytes.subarray(1) })
      // One by one: readline takes keys that come together for a paste, and puts them at the end of the line.
      this.stream.emit('data', bytes.subarray(0, 1))
      if (bytes[0] === tab && wanted === 'line') {
        // It writes what it found a little later, and then at the place where the cursor is.
        setImmediate(() => {
          this.#isPassing = false
          this.flow()
        })
        return
      }
    }
    this.#isPassing = false
  }

  #keep(typed: readonly Typed[]): void {
    if (this.#options.wanted() !== undefined) {
      this.#ahead.push(...typed)
      return
    }
    for (const item of typed) {
      if (item.kind === 'paste') {
        this.#ahead.push(item)
        continue
      }
      const after = item.bytes.lastIndexOf(interrupt) + 1
      if (after > 0) {
        this.#ahead.length = 0
        this.#options.onInterrupt()
      }
      const bytes = item.bytes.subarray(after)
      if (bytes.includes(suspend)) this.#options.onSuspend()
      this.#ahead.push({ kind: 'keys', bytes: bytes.filter((byte) => byte !== suspend) as Buffer })
    }
  }
}

/** 1 or 2 when that is how often Esc came, and nothing else. */
function escapesAlone(typed: readonly Typed[]): number {
  const [first, ...more] = typed
  if (first?.kind !== 'keys' || more.length > 0 || first.bytes.length > 2) return 0
  return first.bytes.every((byte) => byte === escape) ? first.bytes.length : 0
}
