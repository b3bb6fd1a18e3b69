import { createInterface } from 'node:readline'
import type { LineEvents, LineReader } from './line-reader.ts'

export interface PlainReaderOptions {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Whether prompts are shown. */
  readonly isTerminal: boolean
}

/** Lines as they come: from a pipe, or from a terminal that edits them itself and can do nothing else. */
export function plainReader(options: PlainReaderOptions, events: LineEvents): LineReader {
  const { input, output, isTerminal } = options
  const reader = createInterface({ input, output, terminal: false, historySize: 0 })
  reader.on('line', events.onLine)
  reader.on('close', events.onClose)
  reader.on('error', () => reader.close())
  return {
    prompt(prompt) {
      if (!isTerminal) return
      reader.setPrompt(prompt)
      reader.prompt()
    },
    discard: () => void output.write('\n'),
    remember: () => undefined,
    close: () => reader.close(),
  }
}
