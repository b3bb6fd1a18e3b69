import { cutToWidth, displayWidth } from '../display-width.ts'
import { BlockWriter } from './block-writer.ts'
import type { FlowWriter } from './flow-writer.ts'
import { InlineCutter } from './inline-cutter.ts'
import { type InlineOptions, inlinePieces } from './inline-pieces.ts'
import type { MarkdownStyle, Paint } from './markdown-style.ts'
import { type Leaf, type LineBlock, type LineStart, readLineStart } from './read-line-start.ts'
import { SafeInput } from './safe-input.ts'
import { TableWriter } from './table-writer.ts'
import { wholeInline } from './whole-inline.ts'

export interface MarkdownOptions {
  /** Of the terminal; `Infinity` where there is none. At least 24 are assumed. */
  readonly columns: number
  readonly style: MarkdownStyle
  /** The word for an image, in the person's language; `image` when not given. */
  readonly imageLabel?: string
}

export interface MarkdownStreamOptions extends MarkdownOptions {
  /** Is given what can be shown, to be written behind what it was given before. */
  readonly out: (text: string) => void
  /** Is told how many units of text go to the lexer. */
  readonly onLex?: (units: number) => void
}

const widestRule = 80
/** Of the rules above and below code. */
const fenceColumns = 40
/** Characters of a line that are looked at again whenever more come. */
const longestLook = 200
const plain: Paint = (text) => text
const none: Leaf = { kind: 'none' }

/**
 * Shows Markdown while it comes: words of a paragraph as soon as they are whole and no markup is open, code line by
 * line, tables when the first fifty rows are known. What was shown is never changed, so it works in pipes and dumb
 * terminals as well; and how the text was cut into chunks makes no difference to what is shown in the end.
 *
 * Lines are no wider than the terminal, save those of code, which are left whole. Nothing in the text can act on the
 * terminal, whatever it holds.
 */
export class MarkdownStream {
  readonly #style: MarkdownStyle
  readonly #inline: InlineOptions
  readonly #out: (text: string) => void
  readonly #input = new SafeInput()
  readonly #page: BlockWriter
  #leaf: Leaf = none
  #flow: FlowWriter | undefined
  #cutter: InlineCutter | undefined
  #table: TableWriter | undefined
  /** The paragraph's line at hand defines a link or a note. */
  #isFresh = false
  /** Blank lines in indented code that may turn out to be behind it. */
  #codeBlanks = 0
  /** The line at hand, as long as it is not known what it is. */
  #line: string[] = []
  #wait: 'more' | 'line' = 'more'
  /** The line at hand is a paragraph's, and known to be. */
  #isFlowing = false

  constructor({ columns, style, imageLabel = 'image', out, onLex }: MarkdownStreamOptions) {
    this.#style = style
    this.#inline = { style, imageLabel, ...(onLex === undefined ? {} : { onLex }) }
    this.#out = out
    this.#page = new BlockWriter(columns, style)
  }

  /** Takes the next piece of the text, and shows what it can. */
  push(text: string): void {
    this.#read(this.#input.push(text))
    this.#hand()
  }

  /** Shows the rest, and ends its line. Nothing may be pushed any more. */
  end(): void {
    this.#read(this.#input.end())
    if (this.#line.length > 0) this.#look(true)
    this.#closeLeaf()
    this.#page.end()
    this.#hand()
  }

  /** The terminal has another width; lines from now on keep to it, save those of a table whose columns are fixed. */
  resize(columns: number): void {
    this.#page.resize(columns)
  }

  #hand(): void {
    const text = this.#page.take()
    if (text !== '') this.#out(text)
  }

  #read(text: string): void {
    let at = 0
    while (at < text.length) {
      const end = text.indexOf('\n', at)
      const piece = text.slice(at, end < 0 ? text.length : end)
      if (this.#isFlowing) this.#cutter?.push(piece)
      else if (piece !== '') this.#line.push(piece)
      if (end < 0) {
        if (!this.#isFlowing && this.#wait === 'more') this.#look(false)
        return
      }
      if (!this.#isFlowing) this.#look(true)
      else this.#cutter?.push('\n')
      this.#isFlowing = false
      at = end + 1
    }
  }

  /** Finds out what the line at hand is, if that can be told. */
  #look(isWhole: boolean): void {
    const line = this.#line.join('')
    const { containers } = this.#page
    const start = readLineStart(line, isWhole, { containers, leaf: this.#leaf })
    if (typeof start === 'string') {
      this.#line = [line]
      this.#wait = line.length > longestLook ? 'line' : start
      return
    }
    this.#line = []
    this.#wait = 'more'
    this.#take(line, isWhole, start)
  }

  #take(line: string, isWhole: boolean, { matched, opened, block }: LineStart): void {
    const head = this.#leaf.kind === 'head' ? this.#leaf.line : undefined
    if (head !== undefined && block.kind !== 'delimiter') this.#text(head, true)
    const isSame = matched === this.#page.containers.length && opened.length === 0
    if (!isSame || !goesOn(this.#leaf, block)) this.#closeLeaf()
    if (!isSame) this.#page.change(matched, opened)
    switch (block.kind) {
      case 'blank':
        if (opened.length === 0) this.#page.leaveBlank()
        break
      case 'text':
        this.#text(line.slice(block.at), isWhole, block.fresh)
        this.#isFlowing = !isWhole
        break
      case 'head':
        if (this.#leaf.kind === 'table') this.#table?.add(block.text)
        else this.#leaf = { kind: 'head', line: block.text }
        break
      case 'delimiter':
        this.#beginTable(head ?? '', block.text)
        break
      case 'row':
        this.#table?.add(block.text)
        break
      case 'heading':
        this.#heading(block.depth, block.text)
        break
      case 'rule':
        this.#page.begin('rule')
        this.#page.line(this.#style.quiet('─'.repeat(Math.min(this.#page.room, widestRule))))
        break
      case 'fence':
        this.#page.begin('code')
        this.#page.line(this.#fenceRule(block.info.replace(/\s+/g, ' ')))
        this.#leaf = { kind: 'fence', fence: block.fence, indent: block.indent }
        break
      case 'fence-end':
        break
      case 'code':
        this.#page.line(block.text)
        break
      case 'indented':
        this.#indented(block.text)
        break
      case 'html':
        if (this.#leaf.kind !== 'html') this.#page.begin('html')
        this.#leaf = { kind: 'html' }
        this.#flow = this.#page.flow()
        this.#flow.add({ text: block.text, paint: plain, kind: 'words' })
        this.#flow.finish()
        break
    }
  }

  /** Words of a paragraph, which begins with them if there is none. */
  #text(words: string, isWhole: boolean, isFresh: boolean = false): void {
    if (isFresh || this.#isFresh) {
      this.#cutter?.finish()
      this.#flow?.lineBreak()
    }
    this.#isFresh = isFresh
    if (this.#cutter === undefined) {
      this.#page.begin('paragraph')
      const flow = this.#page.flow()
      this.#flow = flow
      this.#cutter = new InlineCutter({
        text: (markdown) => {
          for (const piece of inlinePieces(markdown, this.#inline)) flow.add(piece)
        },
        space: () => flow.space(),
        lineBreak: () => flow.lineBreak(),
      })
    }
    this.#leaf = { kind: 'paragraph' }
    this.#cutter.push(isWhole ? `${words}\n` : words)
  }

  #heading(depth: number, text: string): void {
    this.#page.begin('heading')
    const flow = this.#page.flow()
    const paint: Paint = (shown) => this.#style.heading(shown, depth)
    const marks = this.#style.marks.heading.repeat(depth)
    if (marks !== '') flow.add({ text: `${marks} `, paint, kind: 'words' })
    for (const piece of wholeInline(text, this.#inline, paint)) flow.add(piece)
    flow.finish()
  }

  #beginTable(head: string, delimiters: string): void {
    this.#leaf = none
    this.#closeLeaf()
    this.#page.begin('table')
    this.#leaf = { kind: 'table' }
    this.#table = new TableWriter(head, delimiters, {
      inline: this.#inline,
      columns: () => this.#page.room,
      writeLine: (line) => this.#page.line(line),
    })
  }

  #indented(text: string): void {
    if (this.#leaf.kind !== 'indented') {
      this.#page.begin('code')
      this.#page.line(this.#fenceRule(''))
      this.#leaf = { kind: 'indented' }
    }
    if (text.trim() === '') {
      this.#codeBlanks++
      return
    }
    for (; this.#codeBlanks > 0; this.#codeBlanks--) this.#page.line('')
    this.#page.line(text)
  }

  #closeLeaf(): void {
    const { kind } = this.#leaf
    if (kind === 'head') this.#text(this.#leaf.line, true)
    this.#cutter?.finish()
    this.#flow?.finish()
    this.#table?.finish()
    if (kind === 'fence' || kind === 'indented') this.#page.line(this.#fenceRule(''))
    if (this.#codeBlanks > 0) this.#page.leaveBlank()
    this.#codeBlanks = 0
    this.#cutter = undefined
    this.#flow = undefined
    this.#table = undefined
    this.#isFresh = false
    this.#leaf = none
  }

  #fenceRule(language: string): string {
    const { quiet, label } = this.#style
    const { room } = this.#page
    if (language === '') return quiet('─'.repeat(Math.min(room, fenceColumns)))
    const name = cutToWidth(language, room - 5)
    const behind = Math.max(1, Math.min(room, fenceColumns) - 4 - displayWidth(name))
    return `${quiet('──')} ${label(name)} ${quiet('─'.repeat(behind))}`
  }
}

function goesOn(leaf: Leaf, block: LineBlock): boolean {
  switch (leaf.kind) {
    case 'paragraph':
      return block.kind === 'text' || block.kind === 'head' || block.kind === 'delimiter'
    case 'head':
      return block.kind === 'delimiter'
    case 'table':
      return block.kind === 'row' || block.kind === 'head'
    case 'fence':
      return block.kind === 'code'
    default:
      return leaf.kind === block.kind
  }
}
