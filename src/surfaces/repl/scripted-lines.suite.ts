import type { LineSource } from './line-source.ts'

/** A line to type, or something to do instead of typing; what it gives is typed. */
export type TypedLine = string | (() => string | undefined)

export interface ScriptedLines extends LineSource {
  /** Every prompt and question, in order. */
  readonly prompts: readonly string[]
  /** As Ctrl-C while an answer comes. */
  readonly interrupt: () => void
}

/** A person who types what was written down before, and then closes the input. */
export function scriptedLines(typed: readonly TypedLine[]): ScriptedLines {
  const left = [...typed]
  const prompts: string[] = []
  let listener: (() => void) | undefined
  const next = (prompt: string): string | undefined => {
    prompts.push(prompt)
    const line = left.shift()
    return typeof line === 'function' ? line() : line
  }
  return {
    prompts,
    interrupt: () => listener?.(),
    read: (prompt) => Promise.resolve(next(prompt)),
    ask: (question) => Promise.resolve(next(question) ?? ''),
    onInterrupt(wanted) {
      listener = wanted
      return () => {
        listener = undefined
      }
    },
    close: () => listener?.(),
  }
}
