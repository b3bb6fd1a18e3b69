/** Of a line, as much as shows what it opens. */
const lineStart = 500
const quotationMark = /["'“”‘’«»„]/

/**
 * Follows the text of an answer and knows whether what comes next is shown rather than done: in a fenced block, in
 * inline code, in a block quotation, or directly after a quotation mark. Whatever opens on a line and is not closed
 * before counts, since the rest of the line may not be there yet.
 */
export class QuotationTracker {
  #fence = ''
  #line = ''
  #last = ''
  /** Length of the run of backticks that opened inline code; 0 outside of it. */
  #open = 0
  #run = 0

  get isQuoted(): boolean {
    const isBlock = this.#fence !== '' || /^\s*>/.test(this.#line)
    return isBlock || this.#openAfterRun() > 0 || quotationMark.test(this.#last)
  }

  feed(character: string): void {
    if (character === '\n') return this.#endLine()
    if (character === '`') this.#run++
    else {
      this.#open = this.#openAfterRun()
      this.#run = 0
    }
    this.#last = character
    if (this.#line.length < lineStart) this.#line += character
  }

  #openAfterRun(): number {
    if (this.#run === 0) return this.#open
    if (this.#open === 0) return this.#run
    return this.#open === this.#run ? 0 : this.#open
  }

  #endLine(): void {
    // Fences of lists and quotations count as well.
    const [, mark = '', rest = ''] =
      /^[\s>]*(?:[-*+]\s|\d+[.)]\s)?\s*(`{3,}|~{3,})(.*)$/.exec(this.#line) ?? []
    if (this.#fence === '') {
      if (!(mark.startsWith('`') && rest.includes('`'))) this.#fence = mark
    } else if (mark.startsWith(this.#fence) && rest.trim() === '') this.#fence = ''
    this.#line = ''
    this.#last = ''
    this.#open = 0
    this.#run = 0
  }
}
