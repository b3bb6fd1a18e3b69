import type { ToolCall } from '../conversation/message.ts'
import type { ModelEvent } from '../models/model.ts'
import { ToolCallSplitter, type AnswerPart } from './text-tool-calls/tool-call-splitter.ts'

/** An answer of a model, as far as it came. */
export interface Answer {
  /** Without the calls that stood in it. */
  readonly text: string
  /** What the model thought on the way. */
  readonly thought: string
  readonly calls: readonly ToolCall[]
  readonly end: Extract<ModelEvent, { kind: 'end' }> | undefined
}

export interface AnswerReaderOptions {
  /** Calls stand in the text. */
  readonly textCalls: boolean
  readonly newId: () => string
}

type Shown = Exclude<ModelEvent, { kind: 'end' | 'tool-call' }>

/** Puts the answer together from its stream, and tells what of it is for the person's eyes. */
export class AnswerReader {
  readonly #splitter: ToolCallSplitter | undefined
  readonly #calls: ToolCall[] = []
  #text = ''
  #raw = ''
  #thought = ''
  #unfinished = ''
  #end: Answer['end']

  constructor({ textCalls, newId }: AnswerReaderOptions) {
    this.#splitter = textCalls ? new ToolCallSplitter(newId) : undefined
  }

  /** The text as the model wrote it. */
  get raw(): string {
    return this.#raw
  }

  get thought(): string {
    return this.#thought
  }

  read(event: ModelEvent): readonly Shown[] {
    switch (event.kind) {
      case 'text':
        this.#raw += event.text
        return this.#take(this.#splitter?.push(event.text) ?? [{ kind: 'text', text: event.text }])
      case 'tool-call':
        this.#calls.push(event.call)
        return []
      case 'end':
        this.#end = event
        return []
      case 'thinking':
        this.#thought += event.text
        return [event]
      default:
        return [event]
    }
  }

  /** The stream is over. */
  end(): readonly Shown[] {
    return this.#take(this.#splitter?.end() ?? [])
  }

  answer(): Answer {
    // A call that was cut off is shown to the model as the text it is.
    const text = this.#splitter === undefined ? this.#text : `${this.#text.trimEnd()}${this.#unfinished}`
    return { text, thought: this.#thought, calls: this.#calls, end: this.#end }
  }

  #take(parts: readonly AnswerPart[]): Shown[] {
    const shown: Shown[] = []
    for (const part of parts) {
      if (part.kind === 'call') this.#calls.push(part.call)
      else if (part.kind === 'unfinished') this.#unfinished = part.source
      else {
        this.#text += part.text
        shown.push({ kind: 'text', text: part.text })
      }
    }
    return shown
  }
}
