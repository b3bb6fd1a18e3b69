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

/** Somebody waits for a line. */
interface Waiting {
  readonly isQuestion: boolean
  readonly resolve: (line: string | undefined) => void
}

/** Lines of a terminal or a pipe. Ctrl-C at the prompt drops the line; a second one ends the input. */
export function terminalLines(options: TerminalLinesOptions): LineSource {
  const { input, output, isTerminal, onFirstInterrupt } = options
  const reader = createInterface({ input, output, terminal: isTerminal, historySize: 0 })
  const queue: string[] = []
  let waiting: Waiting | undefined
  let isOver = false
  let isBroken = false
  let wasInterrupted = false
  let listener: (() => void) | undefined
  /** What was being typed when a question came. */
  let draft = ''

  const deliver = (line: string | undefined): void => {
    const resolve = waiting?.resolve
    waiting = undefined
    resolve?.(line)
  }
  const dropLine = (): void => {
    reader.write(null, { ctrl: true, name: 'e' })
    reader.write(null, { ctrl: true, name: 'u' })
  }
  const wait = (prompt: string, isQuestion: boolean): Promise<string | undefined> => {
    if (isTerminal) {
      reader.setPrompt(prompt)
      reader.prompt(true)
    }
    return new Promise((resolve) => {
      waiting = { isQuestion, resolve }
    })
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
    if (isTerminal && waiting !== undefined) output.write('\n')
    deliver(undefined)
  })
  // A terminal that is gone fails in every way, even at being let go of; that the input is over is all there is to know.
  reader.on('error', () => {
    if (isBroken) return
    isBroken = true
    reader.close()
  })
  reader.on('SIGINT', () => {
    if (waiting === undefined) {
      listener?.()
    } else if (waiting.isQuestion) {
      dropLine()
      output.write('\n')
      listener?.()
      deliver('')
    } else if (wasInterrupted) {
      reader.close()
    } else {
      wasInterrupted = true
      output.write('\n')
      onFirstInterrupt()
      dropLine()
      reader.prompt()
    }
  })
  return {
    read(prompt) {
      const next = queue.shift()
      if (next !== undefined || isOver) return Promise.resolve(next)
      const line = wait(prompt, false)
      if (draft !== '') reader.write(draft)
      draft = ''
      return line
    },
    async ask(question) {
      const next = isTerminal ? undefined : queue.shift()
      if (next !== undefined || isOver) return next ?? ''
      if (isTerminal && reader.line !== '') {
        draft += reader.line
        dropLine()
      }
      return (await wait(question, true)) ?? ''
    },
    onInterrupt(next) {
      listener = next
      return () => {
        listener = undefined
      }
    },
    close() {
      listener?.()
      reader.close()
    },
  }
}
