import { cutToWidth } from '../../../text/display-width.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../../text/sanitise.ts'

/** Stands for the end of a line where several lines are shown as one. */
const lineEnd = '\u2424'
const mostLines = 5
const mostCharacters = 500

/** What stands for a long text: `[12 lines: Traceback (most…]`. */
export type LabelOf = (
  size: { readonly lines: number; readonly characters: number },
  beginning: string,
) => string

/**
 * How texts of several lines are shown in a line that is being typed: short ones as they are, with `␤` for the end of
 * a line; long ones, and those that could act on a terminal, as a label that stands for them. The reader of lines sees one line, whatever it holds.
 */
export class ShownTexts {
  readonly #held = new Map<string, string>()
  readonly #labelOf: LabelOf

  constructor(labelOf: LabelOf) {
    this.#labelOf = labelOf
  }

  /** One line for a text; {@link expand} gives the text back. */
  show(text: string): string {
    const lines = text.split('\n').length
    const isShort = lines <= mostLines && text.length <= mostCharacters
    if (isShort && sanitiseForTerminal(text) === text) return text.replaceAll('\n', lineEnd)
    const beginning = cutToWidth(sanitiseLine(text.slice(0, 200)).trim(), 24).replaceAll(/[[\]]/g, ' ')
    const label = this.#labelOf({ lines, characters: text.length }, beginning)
    for (let count = 1; ; count++) {
      const shown = count === 1 ? `[${label}]` : `[${label} #${count}]`
      const held = this.#held.get(shown)
      if (held === undefined) this.#held.set(shown, text)
      if (held === undefined || held === text) return shown
    }
  }

  /** A typed line with the lines it stands for. */
  expand(line: string): string {
    return line
      .replaceAll(lineEnd, '\n')
      .replaceAll(/\[[^[\]\n]*\]/g, (label) => this.#held.get(label) ?? label)
  }
}
