import { hasSpaceless, mayBreakBetween } from './break-units.ts'
import { hasOpenMarkup } from './has-open-markup.ts'

/** Takes what a paragraph is made of. */
export interface InlineSink {
  /** A piece whose markup is complete. */
  readonly text: (markdown: string) => void
  readonly space: () => void
  /** In place of the space just given. */
  readonly lineBreak: () => void
}

/** Units that markup may stay open for; what is not closed by then is no markup. */
const longestOpen = 400
/** Units that a piece may have at all. */
const longestPiece = 2000

const runs = /[ \t\n\u2028\u2029]+|[^ \t\n\u2028\u2029]+/gu
const spaceAtStart = /^[ \t\n\u2028\u2029]/u
const markup = /[\\`*_~[\]()<>]/

/**
 * Cuts a paragraph that comes in pieces where no markup is open: at spaces, and between characters of scripts that
 * have none. Where it cuts depends on the text alone, not on how it came.
 */
export class InlineCutter {
  readonly #sink: InlineSink
  #pending = ''
  /** White space behind what is pending, or behind what was given last. */
  #spaces = ''
  #last = ''
  #isOpen = false
  /** Something came that may have opened or closed markup. */
  #isNews = false

  constructor(sink: InlineSink) {
    this.#sink = sink
  }

  push(text: string): void {
    for (const run of text.match(runs) ?? []) {
      if (spaceAtStart.test(run)) this.#space(run)
      else this.#word(run)
    }
  }

  /** Gives the rest, whatever is open. */
  finish(): void {
    this.#give(this.#pending)
    this.#spaces = ''
    this.#last = ''
  }

  #space(run: string): void {
    if (this.#spaces === '') this.#cutBeforeSpace(run)
    this.#spaces += run
    this.#last = ''
  }

  #word(run: string): void {
    if (this.#spaces !== '') this.#endSpace()
    if (!hasSpaceless(run) && !hasSpaceless(this.#last)) {
      this.#add(run)
      this.#last = run.at(-1) ?? ''
      return
    }
    for (const character of run) {
      // With markup on either side the piece would lose what its meaning depends on.
      const isBetween = hasSpaceless(this.#last) && hasSpaceless(character)
      if (isBetween && mayBreakBetween(this.#last, character)) this.#cut()
      this.#add(character)
      this.#last = character
    }
  }

  #add(text: string): void {
    this.#pending += text
    if (markup.test(text)) this.#isNews = true
    this.#cutLong()
  }

  #cutBeforeSpace(run: string): void {
    // With a line break behind it the backslash means one; at the end of the paragraph it is itself.
    if (run.startsWith('\n') && endsInBackslash(this.#pending) && !this.#look()) return
    if (this.#cut()) this.#sink.space()
  }

  /** Another word follows the space. */
  #endSpace(): void {
    const spaces = this.#spaces
    this.#spaces = ''
    const isCut = this.#pending === ''
    if (isCut) {
      if (/^ {2,}\n/.test(spaces)) this.#sink.lineBreak()
    } else if (!this.#isOpen && spaces.startsWith('\n') && endsInBackslash(this.#pending)) {
      this.#give(this.#pending.slice(0, -1))
      this.#sink.space()
      this.#sink.lineBreak()
    } else {
      this.#pending += spaces
    }
  }

  #cut(): boolean {
    if (this.#look() && this.#pending.length <= longestOpen) return false
    this.#give(this.#pending)
    return true
  }

  /** Whether markup is open; looks only when something came that may have opened or closed it. */
  #look(): boolean {
    if (this.#isNews) this.#isOpen = hasOpenMarkup(this.#pending)
    this.#isNews = false
    return this.#isOpen
  }

  #cutLong(): void {
    while (this.#pending.length > longestPiece) {
      const isHalf = (this.#pending.charCodeAt(longestPiece - 1) & 0xfc00) === 0xd800
      const rest = this.#pending.slice(isHalf ? longestPiece - 1 : longestPiece)
      this.#give(this.#pending.slice(0, -rest.length))
      this.#pending = rest
      this.#isNews = true
    }
  }

  #give(piece: string): void {
    this.#pending = ''
    this.#isOpen = false
    this.#isNews = false
    if (piece !== '') this.#sink.text(piece)
  }
}

function endsInBackslash(text: string): boolean {
  return /(?<!\\)(?:\\\\)*\\$/.test(text)
}
