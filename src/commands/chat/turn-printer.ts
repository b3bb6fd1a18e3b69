import type { ToolResult } from '../../agent/tool.ts'
import type { TurnEvent } from '../../agent/turn.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { cutToWidth, displayWidth } from '../../text/display-width.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import type { TextStyle } from '../text-style.ts'
import { callLine } from './call-line.ts'
import { noticeLine } from './notice-line.ts'
import { wrapWords } from './wrap-words.ts'
import { unfenceRecalled } from './unfence-recalled.ts'

/** Lays out an answer while it comes, and prints it. */
export interface AnswerStream {
  push(text: string): void
  /** The answer ends here; a line is ended that was begun. */
  end(): void
}

export interface TurnPrinterOptions {
  readonly text: Catalogue
  readonly style: TextStyle
  /** The answer. */
  readonly out: (text: string) => void
  /** Everything else, in whole lines. */
  readonly note: (line: string) => void
  /** Begins an answer that is to be laid out for a terminal; it is printed as it comes when not given. */
  readonly layOut?: (() => AnswerStream) | undefined
  /** The answer goes somewhere as it came. */
  readonly raw?: boolean
  /** Width of a line about a tool; 120 when not given. */
  readonly columns?: number | undefined
}

/** Prints a turn while it happens: the answer as it comes, and a line for all else. */
export class TurnPrinter {
  readonly #options: TurnPrinterOptions
  /** The answer has begun a line and not ended it. */
  #isInLine = false
  #stream: AnswerStream | undefined

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
      case 'found':
        this.endLine()
        this.#writePlain(this.#wrapped(event.text))
        break
      case 'supplement':
        this.line(style.quiet(cutToWidth(sanitiseLine(event.line), this.#width)))
        break
      case 'supplement-failed': {
        const failed = sanitiseLine(notices.supplementFailed(text.fromStore(event.reason)))
        this.line(style.quiet(cutToWidth(failed, this.#width)))
        break
      }
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
        this.line(style.quiet(cutToWidth(`⏺ ${callLine(event.call)}`, this.#width)))
        break
      case 'tool-end':
        this.line(style.quiet(this.#resultLine(event.result)))
        break
      case 'compacted': {
        const { before, after, reason, isRecorded } = event
        this.line(notices.compacted(before, after, reason === 'overflow', isRecorded))
        break
      }
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
    this.#stream?.end()
    this.#stream = undefined
    if (!this.#isInLine) return
    this.#isInLine = false
    this.#options.out('\n')
  }

  /** What came first, and how much more there was. */
  #resultLine({ text: result, isError }: ToolResult): string {
    const [first = '', ...others] = unfenceRecalled(result)
      .split('\n')
      .filter((line) => line.trim() !== '')
    const more = others.length === 0 ? '' : ` (${this.#options.text.chat.moreLines(others.length)})`
    const start = `  ${isError ? '✗' : '✓'} `
    const left = this.#width - displayWidth(start) - displayWidth(more)
    return `${start}${cutToWidth(sanitiseLine(first), left)}${more}`
  }

  get #width(): number {
    return this.#options.columns ?? 120
  }

  #write(text: string): void {
    const { layOut } = this.#options
    if (layOut === undefined) return this.#writePlain(text)
    this.#stream ??= layOut()
    this.#stream.push(text)
  }

  /** In a terminal no word is cut at the end of a line. */
  #wrapped(text: string): string {
    const { columns, layOut } = this.#options
    if (layOut === undefined || columns === undefined) return text
    return text
      .split('\n')
      .map((line) => {
        const indent = ' '.repeat(line.length - line.trimStart().length)
        const lines = wrapWords(line.trimStart(), columns - indent.length - 2).split('\n')
        return `${indent}${lines.join(`\n${indent}  `)}`
      })
      .join('\n')
  }

  #writePlain(text: string): void {
    const { out, raw } = this.#options
    const shown = raw === true ? text : sanitiseForTerminal(text)
    if (shown === '') return
    this.#isInLine = !shown.endsWith('\n')
    out(shown)
  }
}
