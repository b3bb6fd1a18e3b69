import { createInterface, type Interface, type Key } from 'node:readline'
import { type CandidateLinesOptions, candidateLines } from './candidate-lines.ts'
import type { Completion } from './completion.ts'
import { type KeyInput, KeyGate } from './key-gate.ts'
import type { LineHistory } from './line-history.ts'
import type { LineEvents, LineReader } from './line-reader.ts'
import { pasteMarksOff, pasteMarksOn } from './paste-filter.ts'
import { type LabelOf, ShownTexts } from './shown-texts.ts'
import { tabAction } from './tab-action.ts'

/** What typing is helped with. */
export interface Typing {
  readonly history: LineHistory
  readonly complete: (line: string, cursor: number) => Completion
  /** Stands for a pasted or recalled text that is too long to show. */
  readonly labelOf: LabelOf
  readonly andMore: CandidateLinesOptions['andMore']
  /** What Esc twice at an empty prompt stands for. */
  readonly twiceEscape?: {
    readonly line: string
    /** Milliseconds since the epoch. */
    readonly now: () => number
  }
}

export interface LineEditorOptions {
  readonly input: KeyInput
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number }
  readonly typing: Typing
  /** Told of its end; stopped by Ctrl-Z. */
  readonly process?: Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'platform'>
}

/** Lines that are edited in a terminal: with a history, Tab, and pastes that stay in one piece. */
export class LineEditor implements LineReader {
  readonly #options: LineEditorOptions
  readonly #events: LineEvents
  readonly #texts: ShownTexts
  readonly #gate: KeyGate
  readonly #reader: Interface
  /** What readline does when the terminal has a new size. */
  readonly #redraws: readonly Function[]
  /** The history as readline has it, newest first; what it adds itself is put right. */
  readonly #recalled: string[]
  #kept: readonly string[]
  #wanted: 'line' | 'more' | 'answer' | undefined
  #isDiscarding = false
  #isClosed = false
  #isBroken = false
  /** What Ctrl-R looks for, and what it found last. */
  #search: { readonly words: string; readonly at: number; readonly shown: string } | undefined
  /** Where Tab had nothing to write the last time. */
  #tabbed = ''

  constructor(options: LineEditorOptions, events: LineEvents) {
    const { input, output, typing } = options
    this.#options = options
    this.#events = events
    this.#texts = new ShownTexts(typing.labelOf)
    this.#kept = typing.history.entries.map((entry) => this.#texts.show(entry))
    this.#recalled = [...this.#kept]
    this.#gate = new KeyGate({
      input,
      wanted: () => (this.#wanted === 'more' ? 'line' : this.#wanted),
      onPaste: (text) => this.#reader.write(this.#texts.show(text)),
      onInterrupt: () => events.onInterrupt(),
      onSuspend: () => this.#suspend(),
      doubleEscape: typing.twiceEscape && {
        isFree: () => this.#wanted === 'line' && this.#reader.line === '',
        onTwice: () => this.#type(typing.twiceEscape?.line ?? ''),
        now: typing.twiceEscape.now,
      },
    })
    const others = output.listeners('resize')
    this.#reader = createInterface({
      input: this.#gate.stream,
      output,
      terminal: true,
      history: this.#recalled,
      historySize: 10_000,
      completer: () => this.#complete(),
    })
    // In the middle of an answer there is no line to draw anew, and drawing one wipes what stands there.
    this.#redraws = output.listeners('resize').filter((listener) => !others.includes(listener))
    for (const redraw of this.#redraws) output.removeListener('resize', redraw as () => void)
    output.on('resize', this.#redraw)
    this.#listen()
  }

  prompt(prompt: string, kind: 'line' | 'more' | 'answer'): void {
    this.#wanted = kind
    // Whoever had the terminal meanwhile may have turned it off.
    this.#options.output.write(pasteMarksOn)
    this.#reader.setPrompt(prompt)
    this.#reader.prompt(true)
    this.#gate.flow()
  }

  readonly tell = (text: string): void => {
    const { output } = this.#options
    const lines = `${text.replaceAll('\n', '\r\n')}\r\n`
    if (this.#wanted === undefined) {
      output.write(lines)
      return
    }
    const { rows } = this.#reader.getCursorPos()
    const up = rows > 0 ? `\u001B[${rows}A` : ''
    output.write(`\r${up}\u001B[J${lines}${'\r\n'.repeat(rows)}`)
    this.#reader.prompt(true)
  }

  discard(): void {
    this.#isDiscarding = true
    this.#reader.write(null, { name: 'return' })
    this.#isDiscarding = false
    this.#wanted = undefined
  }

  remember(message: string): void {
    const { history } = this.#options.typing
    const before = history.entries[0]
    history.add(message)
    if (history.entries[0] === before) return
    this.#kept = [this.#texts.show(message), ...this.#kept]
    this.#putHistoryRight()
  }

  close(): void {
    this.#reader.close()
  }

  #listen(): void {
    const reader = this.#reader
    reader.on('line', (line) => {
      if (this.#isDiscarding) return
      this.#wanted = undefined
      this.#events.onLine(this.#texts.expand(line))
    })
    reader.on('history', () => this.#putHistoryRight())
    reader.on('SIGINT', () => this.#events.onInterrupt())
    reader.on('SIGTSTP', () => this.#suspend())
    this.#gate.stream.on('keypress', (_: unknown, key: Key | undefined) => {
      if (key?.ctrl === true && key.name === 'r') this.#searchBack()
    })
    // A terminal that is gone fails in every way, even at being let go of; that the input is over is all there is to know.
    reader.on('error', () => {
      if (this.#isBroken) return
      this.#isBroken = true
      reader.close()
    })
    reader.on('close', () => this.#end())
    const { process } = this.#options
    process?.on('exit', this.#letGo)
    process?.on('SIGCONT', this.#goOn)
  }

  /** As if it had been typed, with Enter. */
  #type(line: string): void {
    this.#reader.write(line)
    this.#reader.write(null, { name: 'return' })
  }

  #putHistoryRight(): void {
    this.#recalled.splice(0, this.#recalled.length, ...this.#kept)
  }

  /** Puts the newest entry into the line that has what was typed in it; once more, the one before. */
  #searchBack(): void {
    const { typing, output } = this.#options
    const { line } = this.#reader
    const last = this.#search?.shown === line ? this.#search : undefined
    const words = last?.words ?? line
    const low = this.#texts.expand(words).toLowerCase()
    const at = typing.history.entries.findIndex(
      (entry, place) => place > (last?.at ?? -1) && entry.toLowerCase().includes(low),
    )
    const shown = this.#kept[at]
    if (this.#wanted === 'answer' || shown === undefined) {
      output.write('\u0007')
      return
    }
    this.#search = { words, at, shown }
    this.#reader.write(null, { ctrl: true, name: 'e' })
    this.#reader.write(null, { ctrl: true, name: 'u' })
    this.#reader.write(shown)
  }

  #complete(): [string[], string] {
    const { typing, output } = this.#options
    const { line, cursor } = this.#reader
    const completion = this.#proposals(typing, line, cursor)
    const typed = line.slice(completion.start, cursor)
    const place = `${cursor} ${line}`
    const action = tabAction(typed, completion, this.#tabbed === place)
    this.#tabbed = place
    if (action.kind === 'replace') return action.text === typed ? [[], typed] : [[action.text], typed]
    if (action.kind === 'list') {
      const { columns = 80, rows = 24 } = output
      const mostLines = Math.max(3, rows - 4)
      const lines = candidateLines(action.candidates, {
        columns: columns - 1,
        mostLines,
        andMore: typing.andMore,
      })
      // The prompt is drawn anew as many rows further up as the cursor is below its first one.
      const below = '\r\n'.repeat(this.#reader.getCursorPos().rows)
      output.write(`\r\n\u001B[J${lines.join('\r\n')}\r\n${below}`)
      this.#reader.prompt(true)
    }
    return [[], typed]
  }

  #proposals({ complete }: Typing, line: string, cursor: number): Completion {
    const none = { start: cursor, end: cursor, candidates: [] }
    const isPath = /(?<!\S)@(?:"[^"]*|[^\s"]*)$/.test(line.slice(0, cursor))
    if (this.#wanted === 'answer' || (this.#wanted === 'more' && !isPath)) return none
    try {
      return complete(line, cursor)
    } catch {
      // In the middle of a line nobody can be told; what is wrong will be said when the line is sent.
      return none
    }
  }

  #suspend(): void {
    const { process, input } = this.#options
    if (process === undefined || process.platform === 'win32') return
    this.#letGo()
    input.setRawMode?.(false)
    // The whole group, as a terminal does it: whoever started this program waits for it.
    process.kill(0, 'SIGTSTP')
  }

  readonly #goOn = (): void => {
    const { input, output } = this.#options
    // Off first: the terminal may have been changed while this process believed it was raw.
    input.setRawMode?.(false)
    input.setRawMode?.(true)
    output.write(pasteMarksOn)
    if (this.#wanted !== undefined) this.#reader.prompt(true)
  }

  readonly #redraw = (): void => {
    if (this.#wanted === undefined) return
    for (const redraw of this.#redraws) redraw()
  }

  readonly #letGo = (): void => {
    this.#options.output.write(pasteMarksOff)
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { process } = this.#options
    this.#options.output.removeListener('resize', this.#redraw)
    process?.off('exit', this.#letGo)
    process?.off('SIGCONT', this.#goOn)
    this.#gate.close()
    this.#letGo()
    this.#events.onClose()
  }
}
