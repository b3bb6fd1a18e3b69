import type { Model, ModelEvent, ModelRequest } from '../models/model.ts'

/** A step of a script: an event, an error to throw, something to do, or `'stall'`: nothing until the signal is given. */
export type ScriptStep = ModelEvent | Error | (() => void) | 'stall'

export interface ScriptedModel extends Model {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[]
}

/** A model that gives one scripted answer after the other. */
export function scriptedModel(
  answers: readonly (readonly ScriptStep[])[],
  more: Partial<Pick<Model, 'toolCalls' | 'isLocal'>> = {},
): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    provider: 'scripted',
    id: 'parrot-1',
    isLocal: true,
    toolCalls: 'native',
    ...more,
    requests,
    async *answer(request) {
      // The window is a view that lives on; what counts is what it was at this moment.
      requests.push({ ...request, messages: [...request.messages] })
      for (const step of answers[requests.length - 1] ?? []) {
        if (step === 'stall') await untilAborted(request.signal)
        else if (step instanceof Error) throw step
        else if (typeof step === 'function') step()
        else yield step
      }
    },
  }
}

/** An answer of nothing but text. */
export function says(text: string): readonly ScriptStep[] {
  return [
    { kind: 'text', text },
    { kind: 'end', reason: 'stop', usage: undefined },
  ]
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted === true) done()
    signal?.addEventListener('abort', () => done(), { once: true })
  })
}
