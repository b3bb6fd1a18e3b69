import { displayWidth } from '../display-width.ts'
import { breakUnits, clustersOf, mayBreakBetween } from './break-units.ts'
import type { InlinePiece } from './inline-piece.ts'
import type { Paint } from './markdown-style.ts'
import { isPlainWide, wordWidth } from './word-width.ts'

/** What stands in front of a line: bars, bullets, the space below a bullet. */
export interface LinePrefix {
  /** Safe to show, and painted. */
  readonly text: string
  /** Columns. */
  readonly width: number
}

/** Where lines go, and how wide they may be. */
export interface FlowTarget {
  readonly write: (text: string) => void
  /** Ends a line that is `width` columns wide; another one follows. */
  readonly endLine: (width: number) => void
  /** Of the whole line, prefix included. */
  readonly columns: () => number
}

interface Painted {
  readonly text: string
  readonly paint: Paint
}

const runs = /[ \t\n\u2028\u2029]+|[^ \t\n\u2028\u2029]+/gu
const spaceAtStart = /^[ \t\n\u2028\u2029]/u
const noPrefix: LinePrefix = { text: '', width: 0 }

/**
 * Writes running text, broken into lines no wider than they may be. A word is written as soon as its end is known and
 * is never taken back, so where lines are broken depends on what came before alone.
 */
export class FlowWriter {
  readonly #target: FlowTarget
  #prefix: LinePrefix
  readonly #laterPrefix: LinePrefix
  /** Undefined as long as nothing stands on the line, not even its prefix. */
  #column: number | undefined
  #isLineEmpty = true
  #word: Painted[] = []
  #lastCharacter = ''
  #space: Painted | undefined
  #isBreakDue = false

  /** @param laterPrefix of every line but the first */
  constructor(target: FlowTarget, prefix: LinePrefix = noPrefix, laterPrefix: LinePrefix = prefix) {
    this.#target = target
    this.#prefix = prefix
    this.#laterPrefix = laterPrefix
  }

  /** Columns of the line that is not ended. */
  get column(): number {
    return this.#column ?? 0
  }

  add({ text, paint, kind }: InlinePiece): void {
    if (kind === 'break') this.lineBreak()
    else if (kind === 'whole') this.#append({ text, paint })
    else {
      for (const run of text.match(runs) ?? []) {
        if (spaceAtStart.test(run)) this.space(kind === 'exact' ? ' '.repeat(run.length) : ' ', paint)
        else for (const unit of breakUnits(run)) this.#append({ text: unit, paint })
      }
    }
  }

  /** Ends a word. Nothing is written of a space as long as no word follows. */
  space(text: string = ' ', paint: Paint = (same) => same): void {
    this.#flush()
    this.#space ??= { text, paint }
  }

  /** The next word begins a line. */
  lineBreak(): void {
    this.#flush()
    if (!this.#isLineEmpty) this.#isBreakDue = true
  }

  /** Writes the rest, and the prefix if there was nothing else. */
  finish(): void {
    this.#flush()
    if (this.#column === undefined) this.#begin({ ...this.#prefix, text: this.#prefix.text.trimEnd() })
  }

  #append(piece: Painted): void {
    if (piece.text === '') return
    const first = String.fromCodePoint(piece.text.codePointAt(0) ?? 32)
    if (this.#word.length > 0 && mayBreakBetween(this.#lastCharacter, first)) this.#flush()
    this.#word.push(piece)
    this.#lastCharacter = clusterAtEnd(piece.text)
  }

  #flush(): void {
    if (this.#word.length === 0) return
    const word = this.#word
    const width = wordWidth(word.map(({ text }) => text).join(''))
    this.#word = []
    if (this.#column === undefined) this.#begin(this.#prefix)
    const columns = this.#target.columns()
    const spaceWidth = this.#space?.text.length ?? 0
    const isTooWide = this.column + spaceWidth + width > columns
    if (!this.#isLineEmpty && (this.#isBreakDue || isTooWide)) this.#newLine()
    const space = this.#isLineEmpty ? undefined : this.#space
    this.#space = undefined
    this.#isBreakDue = false
    if (this.#isLineEmpty && this.column + width > columns) this.#writeInParts(word, columns)
    else {
      for (const { text, paint } of joined(space === undefined ? word : [space, ...word])) {
        this.#target.write(paint(text))
      }
      this.#column = this.column + width + (space === undefined ? 0 : spaceWidth)
    }
    this.#isLineEmpty = false
  }

  /** A word that no line holds is broken between any two characters. */
  #writeInParts(word: readonly Painted[], columns: number): void {
    for (const { text, paint } of word) {
      let part = ''
      let partWidth = 0
      for (const cluster of clustersOf(text)) {
        const width = part === '' ? wordWidth(cluster) : displayWidth(cluster)
        if (this.column + partWidth + width > columns && !(this.#isLineEmpty && part === '')) {
          this.#write({ text: part, paint }, partWidth)
          this.#newLine()
          part = ''
          partWidth = 0
        }
        part += cluster
        partWidth += width
      }
      this.#write({ text: part, paint }, partWidth)
    }
  }

  #write({ text, paint }: Painted, width: number): void {
    if (text === '') return
    this.#target.write(paint(text))
    this.#column = this.column + width
    this.#isLineEmpty = false
  }

  #newLine(): void {
    this.#target.endLine(this.column)
    this.#begin(this.#laterPrefix)
  }

  #begin({ text, width }: LinePrefix): void {
    if (text !== '') this.#target.write(text)
    this.#column = width
    this.#isLineEmpty = true
  }
}

/** Neighbours that are painted alike as one. */
function joined(pieces: readonly Painted[]): readonly Painted[] {
  const all: Painted[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last?.paint === piece.paint) all[all.length - 1] = { ...last, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

function clusterAtEnd(text: string): string {
  const last = text.at(-1) ?? ''
  return /[ -~]/.test(last) || isPlainWide(last) ? last : (clustersOf(text.slice(-32)).at(-1) ?? '')
}
