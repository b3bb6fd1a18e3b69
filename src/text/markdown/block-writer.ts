import type { Container } from './container.ts'
import { FlowWriter, type LinePrefix } from './flow-writer.ts'
import { linePrefix, type OpenContainer } from './line-prefix.ts'
import type { MarkdownStyle } from './markdown-style.ts'

export type BlockKind = 'paragraph' | 'item' | 'html' | 'heading' | 'rule' | 'code' | 'table' | 'quote'

const fewestColumns = 24

/**
 * Writes blocks one below the other: in their containers, with the bars, bullets and indents of these in front of
 * each line, and with a blank line between them where there is to be one.
 */
export class BlockWriter {
  readonly #style: MarkdownStyle
  #columns: number
  #output = ''
  #isLineOpen = false
  #open: OpenContainer[] = []
  /** A blank line came since the last block. */
  #isBlank = false
  /** What stands last outside all containers. */
  #lastKind: BlockKind | undefined

  constructor(columns: number, style: MarkdownStyle) {
    this.#columns = Math.max(fewestColumns, columns)
    this.#style = style
  }

  /** Those that are open, outermost first. */
  get containers(): readonly Container[] {
    return this.#open.map(({ container }) => container)
  }

  /** Columns between what stands in front of the next line and the edge. */
  get room(): number {
    return this.#columns - linePrefix(this.#open, this.#columns, this.#style.quiet).width
  }

  resize(columns: number): void {
    this.#columns = Math.max(fewestColumns, columns)
  }

  /** What was written since this was last asked. */
  take(): string {
    const output = this.#output
    this.#output = ''
    return output
  }

  /** Leaves all containers but the outermost `kept`, and opens others. */
  change(kept: number, opened: readonly Container[]): void {
    const before = this.#open[kept]?.container
    this.#leaveTo(kept)
    for (const [i, container] of opened.entries()) {
      this.#open.push(openContainer(container, i === 0 ? before : undefined))
    }
  }

  /** Blocks below stand apart from those above. */
  leaveBlank(): void {
    this.#isBlank = true
  }

  /** Begins a block: puts a blank line above it, if there is to be one. */
  begin(kind: BlockKind): void {
    const shown = this.#open.filter(({ isShown }) => isShown)
    const isTop = shown.length === 0
    const outer = this.#open[0]?.container.kind ?? kind
    const isSetOff = isTop && (isLoud(outer) || isLoud(this.#lastKind))
    if (this.#isLineOpen && (this.#isBlank || isSetOff)) {
      this.#openLine()
      this.#output += linePrefix(shown, this.#columns, this.#style.quiet).text.trimEnd()
    }
    this.#isBlank = false
    if (isTop) this.#lastKind = outer
  }

  /** Begins a line of running text. */
  flow(): FlowWriter {
    this.#openLine()
    const first = this.#prefix()
    const target = {
      write: (text: string) => {
        this.#output += text
      },
      endLine: () => this.#openLine(),
      columns: () => this.#columns,
    }
    return new FlowWriter(target, first, this.#prefix())
  }

  /** Writes a line that is not broken. */
  line(line: string): void {
    const { text } = this.#prefix()
    this.#openLine()
    this.#output += line === '' ? text.trimEnd() : text + line
  }

  /** Leaves all containers and ends the last line. */
  end(): void {
    this.#leaveTo(0)
    if (this.#isLineOpen) this.#output += '\n'
    this.#isLineOpen = false
  }

  #openLine(): void {
    if (this.#isLineOpen) this.#output += '\n'
    this.#isLineOpen = true
  }

  /** Of the next line; markers in it will have been shown. */
  #prefix(): LinePrefix {
    const prefix = linePrefix(this.#open, this.#columns, this.#style.quiet)
    for (const container of this.#open) container.isShown = true
    return prefix
  }

  /** An item in which there was nothing gets its line. */
  #leaveTo(kept: number): void {
    if (this.#open.slice(kept).some(({ container, isShown }) => !isShown && container.kind === 'item')) {
      this.begin('item')
      this.line('')
    }
    this.#open.length = Math.min(kept, this.#open.length)
  }
}

/** @param before the container that ended where this one begins; an item of the same list counts on */
function openContainer(container: Container, before: Container | undefined): OpenContainer {
  if (container.kind === 'quote') return { container, marker: '', isShown: false }
  const { delimiter } = container
  const last = before?.kind === 'item' && before.delimiter === delimiter ? before.number : undefined
  const number = last === undefined ? container.number : last + 1
  const marker = number === undefined ? '•' : `${number}${delimiter}`
  return { container: { ...container, number }, marker, isShown: false }
}

/** Whether a block has a blank line above and below, also where the source has none. */
function isLoud(kind: BlockKind | undefined): boolean {
  return kind !== undefined && kind !== 'paragraph' && kind !== 'item' && kind !== 'html'
}
