import type { TurnEvent } from '../../agent/turn.ts'
import type { ToolCall } from '../../conversation/message.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import type { TextStyle } from '../text-style.ts'
import { noticeLine } from './notice-line.ts'

export interface TurnPrinterOptions {
  readonly text: Catalogue
  readonly style: TextStyle
  /** The answer. */
  readonly out: (text: string) => void
  /** Everything else, in whole lines. */
  readonly note: (line: string) => void
  /** The answer goes somewhere as it came. */
  readonly raw?: boolean
}

const longestShown = 200

/** Prints a turn while it happens: the answer as it comes, and a line for all else. */
export class TurnPrinter {
  readonly #options: TurnPrinterOptions
  /** The answer has begun a line and not ended it. */
  #isInLine = false

  constructor(options: TurnPrinterOptions) {
    this.#options = options
  }

  /** To be passed on as `onEvent`. */
  readonly print = (event: TurnEvent): void => {
    const { text, style } = this.#options
    const { notices } = text.chat
    switch (event.kind) {
      case 'text':
        this.#write(event.text)
        break
      case 'retry': {
        const seconds = (event.waitMs / 1000).toFixed(1)
        this.line(notices.retry(event.attempt, event.of, seconds, text.fromStore(event.reason)))
        break
      }
      case 'notice':
        this.line(noticeLine(event.notice, text))
        break
      case 'not-saved':
        this.line(notices.notSaved(text.fromStore(event.error.message)))
        break
      case 'saved-again':
        this.line(notices.savedAgain)
        break
      case 'tool-start':
        this.line(style.quiet(`⏺ ${callLine(event.call)}`))
        break
      case 'tool-end':
        this.line(style.quiet(`  ${event.result.isError ? '✗' : '✓'} ${firstLine(event.result.text)}`))
        break
      case 'answered':
        this.endLine()
        break
      case 'thinking':
        break
    }
  }

  /** A line that is not the answer's. */
  line(line: string): void {
    this.endLine()
    this.#options.note(line)
  }

  endLine(): void {
    if (!this.#isInLine) return
    this.#isInLine = false
    this.#options.out('\n')
  }

  #write(text: string): void {
    const { out, raw } = this.#options
    const shown = raw === true ? text : sanitiseForTerminal(text)
    if (shown === '') return
    this.#isInLine = !shown.endsWith('\n')
    out(shown)
  }
}

/** A call on one line: its name, and what it is about. */
function callLine({ name, arguments: args, raw }: ToolCall): string {
  const words = raw ?? (args === undefined ? '' : JSON.stringify(args))
  return shorten(sanitiseLine(`@${name.replace(/^@/, '')} ${words}`))
}

function firstLine(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const more = text.length > first.length ? ' …' : ''
  return `${shorten(sanitiseLine(first))}${more}`
}

function shorten(line: string): string {
  return line.length <= longestShown ? line : `${line.slice(0, longestShown)}…`
}
