import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** A sentence that says what is wrong, and under it what can be done about it, where that is known. */
export function troubleWords(line: string, hint: string | undefined, text: Catalogue): string {
  const shown = sanitiseLine(line)
  return hint ? `${shown}\n${sanitiseLine(text.hintLine(text.fromStore(hint)))}` : shown
}
