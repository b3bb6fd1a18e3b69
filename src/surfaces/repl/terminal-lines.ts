import { joinLine } from './input/join-line.ts'
import type { KeyInput } from './input/key-gate.ts'
import { LineEditor, type Typing } from './input/line-editor.ts'
import type { LineEvents, LineReader } from './input/line-reader.ts'
import { plainReader } from './input/plain-reader.ts'
import type { LineSource } from './line-source.ts'

export interface TerminalLinesOptions {
  readonly input: KeyInput
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number }
  /** Both ends are a terminal; else prompts are not shown. */
  readonly isTerminal: boolean
  /** The terminal can do nothing but show text: it edits lines itself. */
  readonly isDumb?: boolean
  /** Told when Ctrl-C was typed at the prompt, once before it leaves. */
  readonly onFirstInterrupt: () => void
  readonly typing?: Typing
  readonly process?: Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'platform'>
}

/** Somebody waits for a line. */
interface Waiting {
  readonly isQuestion: boolean
  readonly prompt: string
  readonly resolve: (line: string | undefined) => void
}

const morePrompt = '  ... '

/**
 * Lines of a terminal or a pipe, and those that belong together as one. Ctrl-C at the prompt drops what was typed; a
 * second one ends the input.
 */
export function terminalLines(options: TerminalLinesOptions): LineSource {
  const { isTerminal, onFirstInterrupt } = options
  /** Lines that came before anybody waited for them. */
  const queue: string[] = []
  let waiting: Waiting | undefined
  /** What there is of a message that goes on. */
  let unfinished: string | undefined
  let isOver = false
  let wasInterrupted = false
  let listener: (() => void) | undefined

  const deliver = (line: string | undefined): void => {
    const resolve = waiting?.resolve
    waiting = undefined
    resolve?.(line)
  }
  const finish = (message: string): void => {
    unfinished = undefined
    reader.remember(message)
    deliver(message)
  }
  const take = (line: string): void => {
    if (waiting?.isQuestion === true) {
      deliver(line)
      return
    }
    const { text, isOpen } = joinLine(unfinished, line)
    if (!isOpen) {
      finish(text)
      return
    }
    unfinished = text
    const next = queue.shift()
    if (next !== undefined) take(next)
    else if (!isOver) reader.prompt(morePrompt, 'more')
    else finish(text)
  }
  const interrupted = (): void => {
    if (waiting === undefined) {
      listener?.()
    } else if (waiting.isQuestion) {
      reader.discard()
      listener?.()
      deliver('')
    } else if (wasInterrupted) {
      reader.close()
    } else {
      wasInterrupted = true
      unfinished = undefined
      reader.discard()
      onFirstInterrupt()
      reader.prompt(waiting.prompt, 'line')
    }
  }
  const reader = openReader(options, {
    onLine(line) {
      wasInterrupted = false
      if (waiting === undefined) queue.push(line)
      else take(line)
    },
    onInterrupt: interrupted,
    onClose() {
      isOver = true
      // In a terminal the input that ends in the middle of an answer ends the answer too.
      if (isTerminal) listener?.()
      if (isTerminal && waiting !== undefined) options.output.write('\n')
      // A message that a pipe breaks off is one; what a person leaves behind is not said.
      if (unfinished !== undefined && !isTerminal) finish(unfinished)
      else deliver(undefined)
    },
  })
  const wait = (prompt: string, isQuestion: boolean): Promise<string | undefined> =>
    new Promise((resolve) => {
      waiting = { isQuestion, prompt, resolve }
      reader.prompt(prompt, isQuestion ? 'answer' : 'line')
    })
  return {
    async read(prompt) {
      const next = queue.shift()
      if (next === undefined) return isOver ? undefined : wait(prompt, false)
      return new Promise((resolve) => {
        waiting = { isQuestion: false, prompt, resolve }
        take(next)
      })
    },
    async ask(question) {
      const next = isTerminal ? undefined : queue.shift()
      if (next !== undefined || isOver) return next ?? ''
      return (await wait(question, true)) ?? ''
    },
    tell: reader.tell,
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

function openReader(options: TerminalLinesOptions, events: LineEvents): LineReader {
  const { isTerminal, isDumb = false, typing = noTyping, process } = options
  if (isTerminal && !isDumb) return new LineEditor({ ...options, typing }, events)
  // Only then: else Ctrl-C is a key.
  if (!isTerminal || process === undefined) return plainReader(options, events)
  process.on('SIGINT', events.onInterrupt)
  return plainReader(options, {
    ...events,
    onClose() {
      process.off('SIGINT', events.onInterrupt)
      events.onClose()
    },
  })
}

const noTyping: Typing = {
  history: { entries: [], add: () => undefined },
  complete: (_, cursor) => ({ start: cursor, end: cursor, candidates: [] }),
  labelOf: ({ lines, characters }) => `${lines}/${characters}`,
  andMore: (count) => `+${count}`,
}
