import type { ToolCall } from '../../conversation/message.ts'

/** A part of an answer. All of them, put together, are the answer. */
export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A call; one whose arguments are no JSON has no `arguments`, and what was written in `raw`. */
  | { readonly kind: 'call'; readonly call: ToolCall; readonly source: string }
  /** A call that the end of the answer cut off: to be told to the model, never to be run. */
  | { readonly kind: 'unfinished'; readonly source: string }

/**
 * Tells text and calls of a streamed answer apart. Text comes out at once; only what may be a call is held back. How
 * the answer is cut into chunks makes no difference.
 */
export class ToolCallSplitter {
  readonly #newId: () => string

  constructor(newId: () => string) {
    this.#newId = newId
  }

  push(chunk: string): readonly AnswerPart[] {
    this.#newId()
    return [{ kind: 'text', text: chunk }]
  }

  /** The answer is over. */
  end(): readonly AnswerPart[] {
    return []
  }
}
