import { createInterface } from 'node:readline'
import type { LineSource } from './line-source.ts'

export interface TerminalLinesOptions {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Both ends are a terminal; else prompts are not shown. */
  readonly isTerminal: boolean
  /** Told when Ctrl-C was typed at the prompt, once before it leaves. */
  readonly onFirstInterrupt: () => void
}

/** Lines of a terminal or a pipe. Ctrl-C at the prompt drops the line; a second one ends the input. */
export function terminalLines(options: TerminalLinesOptions): LineSource {
  const { input, output, isTerminal, onFirstInterrupt } = options
  const reader = createInterface({ input, output, terminal: isTerminal, historySize: 0 })
  const queue: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let isOver = false
  let wasInterrupted = false
  let listener: (() => void) | undefined

  const deliver = (line: string | undefined): void => {
    const resolve = waiting
    waiting = undefined
    resolve?.(line)
  }
  reader.on('line', (line) => {
    wasInterrupted = false
    if (waiting === undefined) queue.push(line)
    else deliver(line)
  })
  reader.on('close', () => {
    isOver = true
    // In a terminal the input that ends in the middle of an answer ends the answer too.
    if (isTerminal) listener?.()
    deliver(undefined)
  })
  reader.on('SIGINT', () => {
    if (waiting === undefined) {
      listener?.()
    } else if (wasInterrupted) {
      reader.close()
    } else {
      wasInterrupted = true
      output.write('\n')
      onFirstInterrupt()
      reader.write(null, { ctrl: true, name: 'u' })
      reader.prompt()
    }
  })
  return {
    read(prompt) {
      const next = queue.shift()
      if (next !== undefined || isOver) return Promise.resolve(next)
      if (isTerminal) {
        reader.setPrompt(prompt)
        reader.prompt()
      }
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    onInterrupt(next) {
      listener = next
      return () => {
        listener = undefined
      }
    },
    close: () => reader.close(),
  }
}
