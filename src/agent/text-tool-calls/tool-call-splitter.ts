import type { ToolCall } from '../../conversation/message.ts'
import { CallScanner } from './call-scanner.ts'
import { QuotationTracker } from './quotation-tracker.ts'
import { toolCallOf } from './tool-call-of.ts'

/** A part of an answer. All of them, put together, are the answer. */
export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A call; one whose arguments are no JSON has no `arguments`, and what was written in `raw`. */
  | { readonly kind: 'call'; readonly call: ToolCall; readonly source: string }
  /** A call that the end of the answer cut off: to be told to the model, never to be run. */
  | { readonly kind: 'unfinished'; readonly source: string }

const opening = '<tool_call'

/**
 * Tells text and calls of a streamed answer apart. Text comes out at once; only what may be a call is held back. How
 * the answer is cut into chunks makes no difference. What is shown as an example is text, see `QuotationTracker`.
 */
export class ToolCallSplitter {
  readonly #newId: () => string
  readonly #quotation = new QuotationTracker()
  #scanner: CallScanner | undefined
  /** The beginning of what may be a call. */
  #held = ''
  #text = ''
  #parts: AnswerPart[] = []

  constructor(newId: () => string) {
    this.#newId = newId
  }

  push(chunk: string): readonly AnswerPart[] {
    for (let at = 0; at < chunk.length; at++) this.#step(chunk.charAt(at))
    return this.#take()
  }

  /** The answer is over. */
  end(): readonly AnswerPart[] {
    const source = this.#held
    this.#held = ''
    const isCall = this.#scanner !== undefined || source === opening
    this.#scanner = undefined
    if (!isCall) this.#say(source)
    const parts = this.#take()
    return isCall ? [...parts, { kind: 'unfinished', source }] : parts
  }

  #step(character: string): void {
    if (this.#scanner !== undefined) return this.#stepInCall(this.#scanner, character)
    if (this.#held === opening && /[\s/>]/.test(character)) {
      this.#scanner = new CallScanner()
      return this.#stepInCall(this.#scanner, character)
    }
    if (this.#held !== '' && character === opening[this.#held.length]) {
      this.#held += character
      return
    }
    this.#release()
    if (character === '<' && !this.#quotation.isQuoted) this.#held = character
    else this.#say(character)
  }

  #stepInCall(scanner: CallScanner, character: string): void {
    this.#held += character
    const state = scanner.step(character)
    if (state === 'more') return
    const source = this.#held
    this.#held = ''
    this.#scanner = undefined
    if (state === 'done') {
      const call = toolCallOf(scanner.result(), this.#newId())
      this.#parts = [...this.#take(), { kind: 'call', call, source }]
      return
    }
    // What looked like a call may hold one.
    this.#say(opening)
    for (let at = opening.length; at < source.length; at++) this.#step(source.charAt(at))
  }

  #release(): void {
    this.#say(this.#held)
    this.#held = ''
  }

  #say(text: string): void {
    for (let at = 0; at < text.length; at++) this.#quotation.feed(text.charAt(at))
    this.#text += text
  }

  #take(): AnswerPart[] {
    const parts = this.#parts
    if (this.#text !== '') parts.push({ kind: 'text', text: this.#text })
    this.#parts = []
    this.#text = ''
    return parts
  }
}
