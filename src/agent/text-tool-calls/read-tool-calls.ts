import type { ToolCall } from '../../conversation/message.ts'
import { ToolCallSplitter } from './tool-call-splitter.ts'

/** A call in an answer, and where it stands in it. */
export interface FoundCall {
  readonly call: ToolCall
  readonly start: number
  readonly end: number
}

export interface TextToolCalls {
  /** The answer without its calls. */
  readonly text: string
  readonly calls: readonly FoundCall[]
  /** The source of a call that the end of the answer cut off: to be told to the model, never to be run. */
  readonly unfinished: string | undefined
}

/**
 * Finds the calls in the whole answer of a model that has no calls of its own. What stands in code, in a quotation or
 * after a quotation mark is text.
 */
export function readToolCalls(answer: string, newId: () => string): TextToolCalls {
  const splitter = new ToolCallSplitter(newId)
  const calls: FoundCall[] = []
  let text = ''
  let at = 0
  let unfinished: string | undefined
  for (const part of [...splitter.push(answer), ...splitter.end()]) {
    if (part.kind === 'text') {
      text += part.text
      at += part.text.length
      continue
    }
    if (part.kind === 'call') calls.push({ call: part.call, start: at, end: at + part.source.length })
    else unfinished = part.source
    at += part.source.length
  }
  return { text, calls, unfinished }
}
